package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) checkMail(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "Check your mail",
		Lines: []string{
			"We have sent a mail to the address of your login. Open the link in it to confirm the address and sign in.",
			"The link is valid for 24 hours. You can close this page.",
		},
	}.toPage(nil), nil
}
