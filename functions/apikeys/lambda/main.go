// Command lambda is the apikeys function.
package main

import (
	"stint/functions/apikeys"
	"stint/shared/boot"
)

func main() { boot.RunLambda(apikeys.Function) }
