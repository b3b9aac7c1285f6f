// Command lambda is the entries function.
package main

import (
	"stint/functions/entries"
	"stint/shared/boot"
)

func main() { boot.RunLambda(entries.Function) }
