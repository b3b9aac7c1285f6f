package pages

import (
	"context"

	"stint/shared/domain"
	"stint/shared/page"
	"stint/shared/route"
)

func (f *Family) notifications(ctx context.Context, c *route.Call[linkInput]) (page.Page, error) {
	token, err := readToken(c)
	if err != nil {
		return page.Page{}, err
	}
	act, err := f.findAct(ctx, c.Request, token, domain.ActMute)
	if err != nil {
		return act.refusedActPage(c.Request, err)
	}
	p := act.reader(c.Request)
	if !act.caller.User.Wants(act.Mail) {
		return mutedPage(p, act.Mail), nil
	}
	return view{
		Heading: p.Text("notifications.heading"),
		Lines:   p.Lines("notifications.intro", "kind", p.Text("notifications.kind_"+string(act.Mail))),
		Form:    newForm(f.basePath+notificationsPath, token, p.Text("notifications.button")),
		After:   p.Lines("notifications.after"),
	}.Page(p, nil), nil
}

// mutedPage says that a kind of mail is switched off.
func mutedPage(p reader, kind domain.MailKind) page.Page {
	return view{Heading: p.Text("notifications.done_heading"),
		Lines: p.Lines("notifications.done", "kind", p.Text("notifications.kind_"+string(kind)))}.Page(p, nil)
}
