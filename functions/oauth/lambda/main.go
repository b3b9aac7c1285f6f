// Command lambda is the oauth function.
package main

import (
	"stint/functions/oauth"
	"stint/shared/boot"
)

func main() { boot.RunLambda(oauth.Function) }
