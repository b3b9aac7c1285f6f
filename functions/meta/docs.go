package meta

import (
	"context"
	_ "embed"

	"stint/shared/page"
	"stint/shared/route"
)

//go:embed reference.html
var referenceHTML []byte

func (f *Family) docs(context.Context, *route.Call[route.NoInput]) (page.Rendered, error) {
	return page.Rendered(referenceHTML), nil
}
