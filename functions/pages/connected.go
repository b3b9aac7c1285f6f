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
			"Only you can see its events, next to your own time. The calendar is only read, never changed.",
			"You can close this page.",
		},
	}.toPage(nil), nil
}
