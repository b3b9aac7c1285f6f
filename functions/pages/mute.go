package pages

import (
	"context"
	"slices"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/wire"
)

// muteInput is the form of the page, or the one-click unsubscription of a mail program (RFC 8058), which has the
// token in the address and may come in parts.
type muteInput struct {
	Form struct {
		Token wire.Optional[string] `form:"token"` // from the mail
	} `multipart:"true"`
}

// mutePolicy says how often a change is repeated after another one of the account.
var mutePolicy = retry.Policy{Tries: 10, Min: 25 * time.Millisecond, Max: 25 * time.Millisecond}

// mute switches a kind of mail off. It may be repeated. A mail program may unsubscribe from its own site, so only the
// form of the page is bound to an origin. Neither has a cookie: the token is all that counts.
func (f *Family) mute(ctx context.Context, c *route.Call[muteInput]) (page.Page, error) {
	in, issues, err := c.Read()
	if err != nil {
		return page.Page{}, err
	}
	if in.Form.Token.Set {
		if err := f.accounts.CheckFormOrigin(c.Request); err != nil {
			return page.Page{}, err
		}
	}
	token := actToken(c.Request, in.Form.Token, issues)
	if err := issues.Err(); err != nil {
		return page.Page{}, err
	}
	var act mailedAct
	err = retry.Do(ctx, mutePolicy, func() (again bool, err error) {
		if act, err = f.findAct(ctx, c.Request, token, domain.ActMute); err != nil || !act.caller.User.Wants(act.Mail) {
			return false, err
		}
		_, err = f.acts.ChangeUser(ctx, muteKind(act.caller.User, act.Mail))
		return problem.Is(err, problem.CodeConflict), err
	})
	if err != nil {
		return act.refusedActPage(c.Request, err)
	}
	return mutedPage(act.reader(c.Request), act.Mail), nil
}

// muteKind is the user without one more kind of mail. The order is always that of the settings.
func muteKind(u people.User, kind domain.MailKind) people.User {
	return u.MuteOnly(slices.DeleteFunc(domain.Notifications(), func(k domain.MailKind) bool {
		return k != kind && u.Wants(k)
	})...)
}
