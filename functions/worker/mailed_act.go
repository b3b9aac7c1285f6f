package worker

import (
	"context"
	"net/url"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/mail"
	"stint/shared/store"
)

// The paths of the pages that notifications link to. A front end has the same.
const (
	timesheetPath     = "/p/timesheet"
	timerPath         = "/p/timer"
	notificationsPath = "/p/notifications"
)

// page is what a kind of notification leads to.
type page struct {
	path string
	act  domain.MailKind // that a token in the mail allows
	name string          // of the query parameter in which a front end gets the id
}

var pages = map[domain.MailKind]page{
	domain.NotifyTimesheetToApprove: {timesheetPath, domain.ActDecideTimesheet, "submission"},
	domain.NotifyTimesheetDecided:   {timesheetPath, domain.ActReadTimesheet, "submission"},
	domain.NotifyClientDecided:      {timesheetPath, domain.ActReadTimesheet, "submission"},
	domain.NotifyTimerRunningLong:   {timerPath, domain.ActStopTimer, "timer"},
}

// addLinks gives a mail its links. A front end signs people in, so it gets the ids. The pages of this service get a
// token, which allows one act. The one-click unsubscription is always here.
func (p *Notifier) addLinks(ctx context.Context, m domain.Mail, n store.Notification, v *mail.Notification) error {
	mute, raw, err := p.newAct(ctx, domain.ActMute, m, n)
	if err != nil {
		return err
	}
	v.Unsubscribe = p.OwnURL + notificationsPath + "?token=" + raw
	if p.BaseURL != p.OwnURL {
		v.Off = p.BaseURL + notificationsPath + "?kind=" + string(m.Kind)
		v.Link = p.frontEndLink(m, n)
		return p.Store.KeepMailedActs(ctx, mute)
	}
	v.Off = v.Unsubscribe
	to, hasPage := pages[m.Kind]
	if !hasPage {
		return p.Store.KeepMailedActs(ctx, mute)
	}
	act, raw, err := p.newAct(ctx, to.act, m, n)
	if err != nil {
		return err
	}
	v.Link, v.LinkEnds = p.OwnURL+to.path+"?token="+raw, act.ExpiresAt
	return p.Store.KeepMailedActs(ctx, mute, act)
}

// frontEndLink is the address of what a mail is about at a front end; "" for a kind without a page.
func (p *Notifier) frontEndLink(m domain.Mail, n store.Notification) string {
	to, hasPage := pages[m.Kind]
	if !hasPage {
		return ""
	}
	query := url.Values{to.name: {string(targetOf(m, n))}, "workspace": {string(m.WorkspaceID)}}
	return p.BaseURL + to.path + "?" + query.Encode()
}

// targetOf is the id of the submission or the timer of a mail.
func targetOf(m domain.Mail, n store.Notification) domain.ID {
	if n.Submission.ID != "" {
		return n.Submission.ID
	}
	return m.TargetID
}

// newAct is an act that a mail allows its recipient, with its token. A mail that is sent again has the same one, and
// all mails of a kind have the same one to switch that kind off.
func (p *Notifier) newAct(ctx context.Context, kind domain.MailKind, m domain.Mail,
	n store.Notification) (a people.MailedAct, raw string, err error) {
	a = people.NewMailedAct(kind, m, n.To, n.Member, domain.InstantOf(p.Clock()))
	token := domain.Mail{Kind: kind, TargetID: m.ID}
	if kind == domain.ActMute {
		token.TargetID = m.UserID + "." + domain.ID(m.Kind)
	} else {
		a.TargetID, a.Round, a.Reopens = targetOf(m, n), n.Submission.Round, n.Submission.Reopens
	}
	raw, err = opaque.RawMailToken(ctx, p.Secrets, token)
	a.Digest = opaque.TokenDigest(raw)
	return a, raw, err
}
