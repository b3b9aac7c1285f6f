// Command lambda is the meta function.
package main

import (
	"stint/functions/meta"
	"stint/shared/boot"
)

func main() { boot.RunLambda(meta.Function) }
