// Command lambda is the pages function.
package main

import (
	"stint/functions/pages"
	"stint/shared/boot"
)

func main() { boot.Lambda(pages.Routes, pages.New) }
