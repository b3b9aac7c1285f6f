// Command lambda is the approvals function.
package main

import (
	"stint/functions/approvals"
	"stint/shared/boot"
)

func main() { boot.Lambda(approvals.Routes, approvals.New) }
