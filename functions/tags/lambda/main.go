// Command lambda is the tags function.
package main

import (
	"stint/functions/tags"
	"stint/shared/boot"
)

func main() { boot.Lambda(tags.Routes, tags.New) }
