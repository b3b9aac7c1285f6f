// Command deployment looks at a deployment before it happens. It exits with status 1 if something must be changed
// first.
//
//	deployment check [-template file]               what would make it fail, or the service lack something
//	deployment role -repository owner/stint         the role for deployments from GitHub's workflows
//	deployment upgrade <old template> <new template>  what an update would replace or remove
package main

import (
	"stint/scripts/internal/command"
)

func main() {
	command.Choose("deployment", map[string]command.Subcommand{"check": check, "role": printRole, "upgrade": upgrade})
}
