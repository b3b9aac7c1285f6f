// Command lambda is the projects function.
package main

import (
	"stint/functions/projects"
	"stint/shared/boot"
)

func main() { boot.RunLambda(projects.Function) }
