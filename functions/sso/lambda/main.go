// Command lambda is the sso function.
package main

import (
	"stint/functions/sso"
	"stint/shared/boot"
)

func main() { boot.RunLambda(sso.Function) }
