package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) signedIn(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "You are signed in",
		Lines:   []string{"You can close this page."},
	}.toPage(nil), nil
}
