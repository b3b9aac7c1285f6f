// Command lambda is the mcp function.
package main

import (
	"stint/functions/mcp"
	"stint/shared/boot"
)

func main() { boot.RunLambda(mcp.Function) }
