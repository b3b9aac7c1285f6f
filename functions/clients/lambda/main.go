// Command lambda is the clients function.
package main

import (
	"stint/functions/clients"
	"stint/shared/boot"
)

func main() { boot.RunLambda(clients.Function) }
