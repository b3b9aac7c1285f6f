package pages

import (
	"context"

	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) checkMail(context.Context, *route.Call[route.NoInput]) (page.Page, error) {
	return view{
		Heading: "Look into your mailbox",
		Lines: []string{
			"We have sent a mail to the address that your login names. Open the link in it to confirm that the address is yours; then you are in.",
			"The link is good for 24 hours. You can close this page.",
		},
	}.toPage(nil), nil
}
