// Command lambda is the projects function.
package main

import (
	"stint/functions/projects"
	"stint/shared/boot"
)

func main() { boot.Lambda(projects.Routes, projects.New) }
