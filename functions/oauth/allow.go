package oauth

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"slices"

	"stint/shared/apps"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// choices are the workspaces in which a user may allow an app.
type choices struct {
	offered  []people.Membership // the workspace allows the app, and takes the session
	refused  []people.Membership // the setting of the workspace refuses the app
	needsSSO bool                // one more would take a session by single sign-on
	hasEnded bool                // one more would take a new session: somebody ended this one for it
}

func (v visit) choices(all []people.Membership, c client) (found choices) {
	from, _ := netip.ParseAddr(v.ClientAddress())
	for _, m := range all {
		if !m.Active() || c.workspace != "" && c.workspace != m.Workspace.ID {
			continue
		}
		missing := m.Workspace.MissingProof(v.session.User, &v.session.Session, from)
		switch {
		case !m.Workspace.AppPolicy().Allows(c.Kind):
			found.refused = append(found.refused, m)
		case missing == problem.NetworkNotAllowed: // whatever the session is
		case !v.session.Enters(m.Member):
			found.hasEnded = true
		case missing == "":
			found.offered = append(found.offered, m)
		case missing == problem.SSORequired:
			found.needsSSO = true
		}
	}
	return found
}

// chosen is the membership whose workspace the form names; nil without one.
func (v visit) chosen(all []people.Membership) *people.Membership {
	id, ok := domain.ParseID(v.form.get("workspace"))
	at := slices.IndexFunc(all, func(m people.Membership) bool { return ok && id == m.Workspace.ID })
	if at < 0 {
		return nil
	}
	return &all[at]
}

// errNotChosen is the error of a form without a workspace or an access that the page offered.
var errNotChosen = errors.New("the form chooses what the page did not offer")

// consentOf reads what the user allows from a form. Errors: errNotChosen, forbidden.
func (f *Family) consentOf(ctx context.Context, v visit, q question) (apps.Consent, error) {
	if err := v.checkKey(q.purpose); err != nil {
		return apps.Consent{}, err
	}
	if err := v.RequireProvenEmail(v.session.User); err != nil {
		return apps.Consent{}, err
	}
	all, err := f.store.Memberships(ctx, v.session.UserID)
	if err != nil {
		return apps.Consent{}, err
	}
	found := v.choices(all, q.client)
	m, access := v.chosen(found.offered), people.KeyAccess(v.form.get("access"))
	switch {
	case m == nil:
		return apps.Consent{}, cmp.Or(f.noteRefusedApp(ctx, v, v.chosen(found.refused), q.client.App), errNotChosen)
	case !q.access.Covers(access):
		return apps.Consent{}, errNotChosen
	}
	return apps.Consent{User: v.session.User, Member: m.Member, Workspace: m.Workspace, App: q.client.App, Access: access,
		Short: !q.refreshes}, nil
}

// noteRefusedApps tells the audit logs of workspaces that their settings refuse the app.
func (f *Family) noteRefusedApps(ctx context.Context, v visit, all []people.Membership, app people.App) error {
	for i := range all {
		if err := f.noteRefusedApp(ctx, v, &all[i], app); err != nil {
			return err
		}
	}
	return nil
}

// noteRefusedApp tells the audit log of a workspace that its setting refuses the app. m is nil where the form names no
// such workspace.
func (f *Family) noteRefusedApp(ctx context.Context, v visit, m *people.Membership, app people.App) error {
	if m == nil {
		return nil
	}
	return f.store.RecordRefusedApp(v.actIn(ctx, &m.Workspace, &m.Member), *m, app)
}

// actIn lets the user act in a workspace, whose audit log names them.
func (v visit) actIn(ctx context.Context, w *people.Workspace, m *people.Member) context.Context {
	caller := v.caller()
	caller.Workspace, caller.Member = w, m
	return v.ActAs(ctx, caller)
}

// allow makes the grant. The answer is a page if it is refused, and else nil.
func (f *Family) allow(ctx context.Context, v visit, q question, c apps.Consent) (route.Responder, error) {
	_, err := f.apps.Allow(v.actIn(ctx, &c.Workspace, &c.Member), c, v.Now)
	switch {
	case errors.Is(err, peopledb.ErrTooManyGrants):
		return f.tooManyPage(v, q, err), nil
	case errors.Is(err, peopledb.ErrDeviceChanged):
		return nil, problem.Conflict(problem.WriteRace, "Somebody decided on the device already.")
	case errors.Is(err, apps.ErrNotAllowed), errors.Is(err, peopledb.ErrGrantRefused):
		return f.consentPage(ctx, v, q, "consent.changed", peopledb.ErrGrantRefused)
	}
	return nil, err
}
