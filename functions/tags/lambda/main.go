// Command lambda is the tags function.
package main

import (
	"stint/functions/tags"
	"stint/shared/boot"
)

func main() { boot.RunLambda(tags.Function) }
