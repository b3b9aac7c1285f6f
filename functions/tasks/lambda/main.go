// Command lambda is the tasks function.
package main

import (
	"stint/functions/tasks"
	"stint/shared/boot"
)

func main() { boot.RunLambda(tasks.Function) }
