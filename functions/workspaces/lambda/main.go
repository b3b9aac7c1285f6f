// Command lambda is the workspaces function.
package main

import (
	"stint/functions/workspaces"
	"stint/shared/boot"
)

func main() { boot.RunLambda(workspaces.Function) }
