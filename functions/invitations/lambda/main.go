// Command lambda is the invitations function.
package main

import (
	"stint/functions/invitations"
	"stint/shared/boot"
)

func main() { boot.RunLambda(invitations.Function) }
