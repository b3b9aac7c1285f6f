// Command lambda is the pages function.
package main

import (
	"stint/functions/pages"
	"stint/shared/boot"
)

func main() { boot.RunLambda(pages.Function) }
