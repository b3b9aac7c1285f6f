package pages

import (
	"context"
	"net/netip"
	"slices"

	"stint/shared/auth"
	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

// mailedAct is the act of a token with the person who was mailed it.
type mailedAct struct {
	people.MailedAct
	caller auth.Caller // without a session; without a workspace unless the act is about one
}

// errActEnded refuses an act whose person lost a right since it was mailed, or has no account any more.
var errActEnded = problem.Conflict(problem.AlreadyDecided, "The rights of the person who was mailed have changed.")

// findAct finds the act of a token, if it is of one of the kinds. Errors: not_found for a token that is unknown, has
// expired or is of another kind; errActEnded; forbidden by the sign-in policy of the workspace. The caller of the
// act is set if the person is known, also with an error.
func (f *Family) findAct(ctx context.Context, r *route.Request, token string,
	kinds ...domain.MailKind) (found mailedAct, err error) {
	act, ok, err := f.acts.MailedAct(ctx, opaque.TokenDigest(token))
	if err != nil {
		return found, err
	}
	found.MailedAct = act
	if !ok || !slices.Contains(kinds, act.Kind) {
		return found, problem.NotFound()
	}
	identity, err := f.acts.Identity(ctx, people.IdentityQuery{UserID: act.UserID, WorkspaceID: act.WorkspaceID,
		WithTimer: act.Kind == domain.ActStopTimer})
	if err != nil {
		return found, err
	}
	if !act.IsOf(identity.User) {
		return found, errActEnded
	}
	from, _ := netip.ParseAddr(r.ClientAddress()) // the zero value if it is not known
	found.caller = auth.Caller{User: *identity.User, From: from}
	if act.WorkspaceID == "" {
		return found, nil
	}
	return found, found.enter(identity)
}

// enter makes the person act in the workspace, as one with an API key would. Errors: errActEnded, forbidden.
func (a *mailedAct) enter(i people.Identity) error {
	if i.Workspace == nil || i.Workspace.Deleted() || i.Billing == nil || !a.IsKeptBy(*i.User, i.Member) {
		return errActEnded
	}
	a.caller.Workspace, a.caller.Member, a.caller.Billing, a.caller.Timer = i.Workspace, i.Member, i.Billing, i.Timer
	if missing := i.Workspace.MissingProof(*i.User, nil, a.caller.From); missing != "" {
		return problem.Forbidden(missing)
	}
	return nil
}

// refusedActPage says why the link of a mail does nothing. Other errors are returned.
func (a mailedAct) refusedActPage(r *route.Request, err error) (page.Page, error) {
	p := a.reader(r)
	switch {
	case problem.Is(err, problem.CodeNotFound):
		return invalidLinkPage(p, err, p.Lines("act.invalid")), nil
	case problem.Is(err, problem.CodeForbidden):
		return view{Heading: p.Text("act.forbidden_heading"), Lines: p.Lines("act.forbidden")}.Page(p, err), nil
	case problem.Is(err, problem.CodeConflict):
		return view{Heading: p.Text("act.ended_heading"), Lines: p.Lines("act.ended")}.Page(p, err), nil
	}
	return page.Page{}, err
}

// refusedForm is refusedActPage for a form. If its token leads to nothing, what is wrong with the form is said first.
func (a mailedAct) refusedForm(r *route.Request, issues *wire.Issues, err error) (page.Page, error) {
	if wrong := issues.Err(); wrong != nil && problem.Is(err, problem.CodeNotFound) {
		return page.Page{}, wrong
	}
	return a.refusedActPage(r, err)
}

// reader is the person who was mailed, or whoever uses the browser.
func (a mailedAct) reader(r *route.Request) reader { return readerOf(r, a.caller.User.Language) }
