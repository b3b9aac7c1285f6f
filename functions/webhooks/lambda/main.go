// Command lambda is the webhooks function.
package main

import (
	"stint/functions/webhooks"
	"stint/shared/boot"
)

func main() { boot.RunLambda(webhooks.Function) }
