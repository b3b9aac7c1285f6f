// Command lambda is the account function.
package main

import (
	"stint/functions/account"
	"stint/shared/boot"
)

func main() { boot.RunLambda(account.Function) }
