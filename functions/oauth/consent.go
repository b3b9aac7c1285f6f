package oauth

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"slices"

	"stint/shared/apps"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// question asks a user whether they allow an app.
type question struct {
	client client
	scope
	purpose     string // of the form; see accounts.BrowserSession.FormKey
	hidden      []fact
	redirectsTo string // the origin of returnsTo, as a policy names it
	returnsTo   string // the address that gets the answer; "" for a device
	isDevice    bool
}

// facts say which app asks, where its answer goes, and who allows it. A program on the device of the user can have the
// document of any app.
func (q question) facts(v visit) []fact {
	facts := appFacts(v.reader, q.client.App)
	if u, err := url.Parse(q.returnsTo); err == nil && u.Host != "" {
		to := u.Host
		if people.IsLoopback(u.Hostname()) {
			to = v.Text("consent.returns_here")
		}
		facts = append(facts, fact{Name: v.Text("consent.returns"), Value: to})
	}
	return append(facts, fact{Name: v.Text("consent.user"), Value: string(v.session.User.Email)})
}

// consentPage asks the user who is signed in. wrong is the key of the text that says what is wrong; "" for nothing.
func (f *Family) consentPage(ctx context.Context, v visit, q question, wrong string,
	about error) (route.Responder, error) {
	refuse := button{Act: actRefuse, Text: v.Text("consent.refuse"), Second: true}
	shown := view{Heading: v.Text("consent.heading", "app", string(q.client.Name)), RedirectsTo: q.redirectsTo,
		Facts: q.facts(v),
		Form: &form{Action: v.action, Hidden: append(q.hidden, fact{Name: keyField, Value: v.session.FormKey(q.purpose)}),
			Buttons: []button{refuse, {Act: actSignOut, Text: v.Text("consent.sign_out"), Second: true}}}}
	if v.RequireProvenEmail(v.session.User) != nil {
		shown.Lines = v.Lines("consent.unproven")
		return shown.toPage(v.reader, about), nil
	}
	workspaces, needsSSO, err := f.choices(ctx, v, q.client)
	if err != nil {
		return nil, err
	}
	if needsSSO {
		shown.Link = f.ssoLink(v)
	}
	if len(workspaces) == 0 {
		shown.Lines = v.Lines("consent.no_workspace")
		return shown.toPage(v.reader, about), nil
	}
	shown.Lines, shown.After = v.Lines(q.intro()), v.Lines("consent.after")
	if wrong != "" {
		shown.Form.Wrong = v.Text(wrong)
	}
	shown.Form.Fields = []field{v.workspaceField(workspaces), v.accessField(q.access, q.client.Kind)}
	allow := button{Act: actAllow, Text: v.Text("consent.allow")}
	shown.Form.Buttons = append([]button{allow}, shown.Form.Buttons...)
	return shown.toPage(v.reader, about), nil
}

// intro is the key of the text that says what is asked, and what is known about the app.
func (q question) intro() string {
	switch {
	case q.isDevice:
		return "consent.intro_device"
	case q.client.Kind == people.AppDocument:
		return "consent.intro_document"
	default:
		return "consent.intro"
	}
}

// workspaceField is the choice of the workspace. The one in which the user was active last comes first.
func (v visit) workspaceField(all []people.Membership) field {
	f := field{Name: "workspace", Label: v.Text("consent.workspace")}
	for _, m := range all {
		choice := fact{Name: string(m.Workspace.Name), Value: string(m.Workspace.ID)}
		if m.Workspace.ID == v.session.User.LastWorkspaceID {
			f.Choices = slices.Insert(f.Choices, 0, choice)
		} else {
			f.Choices = append(f.Choices, choice)
		}
	}
	return f
}

// accessField is the choice of the access: what the app asks for, or less. The first is chosen unless the user chooses
// another. Nobody here knows an app by its document, and such apps often ask for all, so full is not its first.
func (v visit) accessField(most people.KeyAccess, kind people.AppKind) field {
	f := field{Name: "access", Label: v.Text("consent.access"), Hint: v.Text("consent.access_hint")}
	levels := people.AccessLevels()
	slices.Reverse(levels)
	if kind == people.AppDocument && levels[0] == people.AccessFull {
		levels = append(levels[1:], levels[0])
	}
	for _, level := range levels {
		if most.Covers(level) {
			f.Choices = append(f.Choices, fact{Name: v.Text("consent.access_" + string(level)), Value: string(level)})
		}
	}
	return f
}

// choices are the memberships in which the user may allow the app: the workspace allows it, and takes the session.
// needsSSO says that one more would take a session by single sign-on.
func (f *Family) choices(ctx context.Context, v visit, c client) (all []people.Membership, needsSSO bool, err error) {
	all, err = f.store.Memberships(ctx, v.session.UserID)
	from, _ := netip.ParseAddr(v.ClientAddress())
	return slices.DeleteFunc(all, func(m people.Membership) bool {
		if !m.Active() || !m.Workspace.AppPolicy().Allows(c.Kind) || c.workspace != "" && c.workspace != m.Workspace.ID ||
			!v.session.Enters(m.Member) {
			return true
		}
		missing := m.Workspace.MissingProof(v.session.User, &v.session.Session, from)
		needsSSO = needsSSO || missing == problem.SSORequired
		return missing != ""
	}), needsSSO, err
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
	workspaces, _, err := f.choices(ctx, v, q.client)
	if err != nil {
		return apps.Consent{}, err
	}
	chosen := slices.IndexFunc(workspaces, func(m people.Membership) bool {
		id, ok := domain.ParseID(v.form.get("workspace"))
		return ok && id == m.Workspace.ID
	})
	if chosen < 0 {
		return apps.Consent{}, errors.Join(errNotChosen, f.noteRefusedApp(ctx, v, q.client.App))
	}
	access := people.KeyAccess(v.form.get("access"))
	if !q.access.Covers(access) {
		return apps.Consent{}, errNotChosen
	}
	m := workspaces[chosen]
	return apps.Consent{User: v.session.User, Member: m.Member, Workspace: m.Workspace, App: q.client.App, Access: access,
		Short: !q.refreshes}, nil
}

// noteRefusedApp tells the audit log of the chosen workspace when its setting refuses the app.
func (f *Family) noteRefusedApp(ctx context.Context, v visit, app people.App) error {
	all, err := f.store.Memberships(ctx, v.session.UserID)
	for _, m := range all {
		if string(m.Workspace.ID) == v.form.get("workspace") && m.Active() && !m.Workspace.AppPolicy().Allows(app.Kind) {
			caller := v.caller()
			caller.Workspace, caller.Member = &m.Workspace, &m.Member
			return f.store.RecordAudit(v.ActAs(ctx, caller), m.Workspace.ID, audit.RefusedApp(m.Workspace, app))
		}
	}
	return err
}

// allow makes the grant. The answer is a page if it is refused, and else nil.
func (f *Family) allow(ctx context.Context, v visit, q question, c apps.Consent) (route.Responder, error) {
	caller := v.caller()
	caller.Workspace, caller.Member = &c.Workspace, &c.Member
	_, err := f.apps.Allow(v.ActAs(ctx, caller), c, v.Now)
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

// tooManyPage says that the user has allowed as many apps as one may have.
func (f *Family) tooManyPage(v visit, q question, err error) route.Responder {
	return view{Heading: v.Text("consent.too_many_heading"), Lines: v.Lines("consent.too_many"),
		RedirectsTo: q.redirectsTo, Form: &form{Action: v.action,
			Hidden:  append(q.hidden, fact{Name: keyField, Value: v.session.FormKey(q.purpose)}),
			Buttons: []button{{Act: actRefuse, Text: v.Text("consent.cancel")}}}}.toPage(v.reader, err)
}
