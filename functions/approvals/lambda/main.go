// Command lambda is the approvals function.
package main

import (
	"stint/functions/approvals"
	"stint/shared/boot"
)

func main() { boot.RunLambda(approvals.Function) }
