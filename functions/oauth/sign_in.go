package oauth

import (
	"context"
	"errors"
	"net"
	"net/url"

	"stint/shared/accounts"
	"stint/shared/domain/people"
	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

// The acts of the forms.
const (
	actSignIn  = "sign_in"
	actSignOut = "sign_out"
	actAllow   = "allow"
	actRefuse  = "refuse"
	actFind    = "find"
)

// signInPage asks who the user is. The app is nil where it is not known yet.
func (f *Family) signInPage(v visit, app *people.App, redirectsTo string, wrong error) route.Responder {
	email := field{Name: "email", Label: v.Text("sign_in.email"), Type: "email", Autocomplete: "username",
		Value: v.form.get("email"), Focus: true}
	if v.session != nil && email.Value == "" {
		email.Value = string(v.session.User.Email)
	}
	shown := view{Heading: v.Text("sign_in.heading"), Lines: v.Lines("sign_in.intro_device"), RedirectsTo: redirectsTo}
	shown.Form = &form{Action: v.action, Wrong: v.explainSignIn(wrong), Fields: []field{email,
		{Name: "password", Label: v.Text("sign_in.password"), Type: "password", Autocomplete: "current-password"},
		{Name: "code", Label: v.Text("sign_in.code"), Type: "text", Autocomplete: "one-time-code",
			Hint: v.Text("sign_in.code_hint"), Optional: true}},
		Buttons: []button{{Act: actSignIn, Text: v.Text("sign_in.button")}}}
	if app != nil {
		shown.Lines = v.Lines("sign_in.intro", "app", string(app.Name))
		shown.Facts = appFacts(v.reader, *app)
		shown.Form.Buttons = append(shown.Form.Buttons,
			button{Act: actRefuse, Text: v.Text("consent.cancel"), Second: true, Anyway: true})
	}
	switch {
	case v.isEnded:
		shown.Lines = append(shown.Lines, v.Text("sign_in.ended"))
	case v.session != nil:
		shown.Lines = append(shown.Lines, v.Text("sign_in.again"))
	}
	shown.Link, shown.Passkey = f.ssoLink(v), f.passkeySignIn(v)
	return toPage(shown, v.reader, wrong)
}

// signInAgainPage asks for a new session: this one opens none of the workspaces in which the user may allow the app.
func (f *Family) signInAgainPage(v visit, q question) route.Responder {
	v.isEnded = true
	if q.isDevice {
		return f.signInPage(v, nil, "", nil)
	}
	return f.signInPage(v, &q.client.App, q.redirectsTo, nil)
}

// passkeyPath is the path of the route that signs in to these pages with a passkey.
const passkeyPath = "/api/auth/passkey/apps"

// passkeySignIn signs in with a passkey and shows the page again; nil where the service is reached by an address, for
// which browsers have no passkeys.
func (f *Family) passkeySignIn(v visit) *page.PasskeySignIn {
	if net.ParseIP(f.config.PasskeyRPID) != nil {
		return nil
	}
	signIn := page.NewPasskeySignIn(v.Language, f.config.PublicPath(), passkeyPath, v.action)
	return &signIn
}

// ssoStartPath is where single sign-on starts.
const ssoStartPath = "/api/auth/sso/external/start"

// ssoLink leads to the provider and back to the page; the zero value where there is none. It is a link and no form,
// because a form may not lead to another site.
func (f *Family) ssoLink(v visit) link {
	if !f.config.OIDC.Enabled() {
		return link{}
	}
	to := f.config.PublicPath() + ssoStartPath + "?" + url.Values{"return_to": {v.action}}.Encode()
	return link{Text: v.Text("sign_in.sso"), To: to}
}

// explainSignIn says why a sign-in failed, here or at the provider; "" for no error.
func (v visit) explainSignIn(wrong error) string {
	switch {
	case wrong == nil && v.failed == "":
		return ""
	case wrong == nil && v.failed == string(problem.CodeExternalOAuthError):
		return v.Text("sign_in.sso_failed")
	case wrong == nil:
		return v.Text("sign_in.sso_refused")
	case errors.Is(wrong, accounts.ErrCodeRequired):
		return v.Text("sign_in.code_required")
	default:
		return v.Text("sign_in.wrong")
	}
}

// signIn signs the user of a form in. An error that the form can show is wrong; others are returned.
func (f *Family) signIn(ctx context.Context, v visit) (wrong, err error) {
	_, err = f.accounts.SignInBrowser(ctx, v.Request, accounts.Credentials{
		Address: v.form.get("email"), Password: v.form.get("password"), Code: v.form.get("code")})
	if problem.Is(err, problem.CodeUnauthorized) || errors.Is(err, accounts.ErrCodeRequired) {
		return err, nil
	}
	return nil, err
}

// enter handles the acts that every page has: to sign in and to sign out. The answer is nil for another act.
func (f *Family) enter(ctx context.Context, v visit, app *people.App, redirectsTo string) (route.Responder, error) {
	switch v.form.get("act") {
	case actSignIn:
		wrong, err := f.signIn(ctx, v)
		if err != nil {
			return nil, err
		}
		if wrong != nil {
			return f.signInPage(v, app, redirectsTo, wrong), nil
		}
		return v.again(), nil
	case actSignOut:
		if v.session != nil {
			return v.again(), f.accounts.EndBrowserSession(ctx, v.Request, *v.session)
		}
		return v.again(), nil
	}
	return nil, nil
}

// appFacts say which app asks. The name is what the app calls itself. Only the host is certain.
func appFacts(p reader, app people.App) []fact {
	facts := []fact{{Name: p.Text("consent.app"), Value: string(app.Name)}}
	if app.Host != "" {
		facts = append(facts, fact{Name: p.Text("consent.host"), Value: app.Host})
	}
	return facts
}
