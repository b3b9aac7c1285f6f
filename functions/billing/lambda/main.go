// Command lambda is the billing function.
package main

import (
	"stint/functions/billing"
	"stint/shared/boot"
)

func main() { boot.RunLambda(billing.Function) }
