// Command lambda is the changes function.
package main

import (
	"stint/functions/changes"
	"stint/shared/boot"
)

func main() { boot.RunLambda(changes.Function) }
