// Command lambda is the tracker function.
package main

import (
	"stint/functions/tracker"
	"stint/shared/boot"
)

func main() { boot.RunLambda(tracker.Function) }
