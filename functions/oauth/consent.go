package oauth

import (
	"context"
	"net/url"
	"slices"

	"stint/shared/domain/people"
	"stint/shared/route"
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
		return toPage(shown, v.reader, about), nil
	}
	all, err := f.store.Memberships(ctx, v.session.UserID)
	if err != nil {
		return nil, err
	}
	found := v.choices(all, q.client)
	if found.needsSSO {
		shown.Link = f.ssoLink(v)
	}
	if len(found.offered) == 0 && found.hasEnded {
		return f.signInAgainPage(v, q), nil
	}
	if len(found.offered) == 0 {
		shown.Lines = v.Lines("consent.no_workspace")
		return toPage(shown, v.reader, about), f.noteRefusedApps(ctx, v, found.refused, q.client.App)
	}
	shown.Lines, shown.After = v.Lines(q.intro()), v.Lines("consent.after")
	if wrong != "" {
		shown.Form.Wrong = v.Text(wrong)
	}
	shown.Form.Fields = []field{v.workspaceField(found.offered), v.accessField(q.access, q.client.Kind)}
	allow := button{Act: actAllow, Text: v.Text("consent.allow")}
	shown.Form.Buttons = append([]button{allow}, shown.Form.Buttons...)
	return toPage(shown, v.reader, about), nil
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
// another. Nobody here knows an app by its document, and such apps often ask for everything. So their full comes last.
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

// tooManyPage says that the user has allowed as many apps as one may have.
func (f *Family) tooManyPage(v visit, q question, err error) route.Responder {
	return toPage(view{Heading: v.Text("consent.too_many_heading"), Lines: v.Lines("consent.too_many"),
		RedirectsTo: q.redirectsTo, Form: &form{Action: v.action,
			Hidden:  append(q.hidden, fact{Name: keyField, Value: v.session.FormKey(q.purpose)}),
			Buttons: []button{{Act: actRefuse, Text: v.Text("consent.cancel")}}}}, v.reader, err)
}
