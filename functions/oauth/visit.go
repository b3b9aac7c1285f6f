package oauth

import (
	"context"
	"crypto/subtle"
	"net/netip"
	"net/url"

	"stint/shared/accounts"
	"stint/shared/auth"
	"stint/shared/problem"
	"stint/shared/route"
)

// visit is a request of a browser for a page of this family.
type visit struct {
	*route.Request
	reader
	action string     // path and query of the page, to which its forms go
	form   parameters // that was sent; nil for none
	failed string     // code of the problem of a sign-in at the provider from which the browser returns; "" for none

	session *accounts.BrowserSession // nil while nobody is signed in
	isFresh bool                     // the user of the session proved recently who they are, as making a key needs it
	isEnded bool                     // somebody ended the session for the workspaces in which the user may allow the app
}

// open begins the visit of a page, whose query is the given one. Errors: forbidden for a form of another site;
// malformed_request.
func (f *Family) open(ctx context.Context, r *route.Request, path string, query url.Values) (v visit, err error) {
	v = visit{Request: r, action: f.config.PublicPath() + path, failed: query.Get(accounts.SignInErrorField)}
	query.Del(accounts.SignInErrorField)
	if len(query) > 0 {
		v.action += "?" + query.Encode()
	}
	if h := r.Forward(ctx); h.Method == "POST" {
		if err := f.accounts.CheckOwnOrigin(r); err != nil {
			return v, err
		}
		if v.form, err = readForm(h); err != nil {
			return v, badRequest(err)
		}
	}
	if v.session, err = f.accounts.FindBrowserSession(ctx, r); err != nil {
		return v, err
	}
	v.reader = readerOf(r, "")
	if v.session != nil {
		v.isFresh = v.session.Fresh(f.config.FreshFor, r.Now)
		v.reader = readerOf(r, v.session.User.Language)
	}
	return v, nil
}

// caller is the user of the session, without a workspace.
func (v visit) caller() auth.Caller {
	from, _ := netip.ParseAddr(v.ClientAddress()) // the zero value if it is not known
	return auth.Caller{User: v.session.User, Session: &v.session.Session, From: from}
}

// keyField is the name of the hidden field with BrowserSession.FormKey.
const keyField = "key"

// checkKey checks that a form comes from a page of this session. Errors: forbidden.
func (v visit) checkKey(purpose string) error {
	if subtle.ConstantTimeCompare([]byte(v.form.get(keyField)), []byte(v.session.FormKey(purpose))) == 1 {
		return nil
	}
	return problem.Forbidden(problem.OriginNotAllowed)
}

// again sends the browser to the page again.
func (v visit) again() seeOther { return seeOther{v.action} }
