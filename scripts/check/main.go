// Command check does what make check asks of Stint's own programs. It exits with status 1 if something is wrong.
//
//	check sbom <file>                    the software bill of materials, against go.mod
//	check template <file>                checkov's findings about the template, against those that were accepted
//	check types <package> <system>...    whether a program compiles for other systems
package main

import "stint/scripts/internal/command"

func main() {
	command.Choose("check", map[string]command.Subcommand{
		"sbom": checkSBOM, "template": checkTemplate, "types": checkTypes,
	})
}
