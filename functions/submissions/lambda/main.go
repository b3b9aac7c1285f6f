// Command lambda is the submissions function.
package main

import (
	"stint/functions/submissions"
	"stint/shared/boot"
)

func main() { boot.RunLambda(submissions.Function) }
