package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) connected(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "Your calendar is connected",
		Lines: []string{
			"What is in it is shown to you alone, beside your own time. It can be read, and never changed.",
			"You can close this page.",
		},
	}.toPage(nil), nil
}
