// Command lambda is the calendar function.
package main

import (
	"stint/functions/calendar"
	"stint/shared/boot"
)

func main() { boot.RunLambda(calendar.Function) }
