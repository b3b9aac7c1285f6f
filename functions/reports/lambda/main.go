// Command lambda is the reports function.
package main

import (
	"stint/functions/reports"
	"stint/shared/boot"
)

func main() { boot.RunLambda(reports.Function) }
