// Command lambda is the timers function.
package main

import (
	"stint/functions/timers"
	"stint/shared/boot"
)

func main() { boot.Lambda(timers.Routes, timers.New) }
