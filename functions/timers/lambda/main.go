// Command lambda is the timers function.
package main

import (
	"stint/functions/timers"
	"stint/shared/boot"
)

func main() { boot.RunLambda(timers.Function) }
