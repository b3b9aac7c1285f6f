package oauth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/route"
)

// client is an app that asks for access.
type client struct {
	people.App
	redirects []people.RedirectURI // to which answers may be sent
	workspace domain.ID            // whose members it serves; "" for everybody
	device    bool                 // it may ask on a device
}

// commandRedirects are the addresses of the command stint: a port of the machine on which it runs.
var commandRedirects = []people.RedirectURI{"http://127.0.0.1/callback", "http://[::1]/callback"}

// errUnknownClient is the failure of a client that does not exist, or whose document is of no use.
var errUnknownClient = fail(invalidClient, "The client is unknown.")

// findClient finds the client of an id: the command, a document or one that a workspace registered. Errors: a failure.
func (f *Family) findClient(ctx context.Context, id string) (client, error) {
	switch {
	case id == people.CommandClientID:
		app := people.App{ClientID: id, Name: people.ServiceName, Kind: people.AppCommand}
		return client{App: app, redirects: commandRedirects, device: true}, nil
	case isAddress(id):
		return f.findDocument(ctx, id)
	}
	registered, err := f.registered(ctx, id)
	if err != nil {
		return client{}, err
	}
	return client{App: registered.App(), redirects: registered.RedirectURIs, workspace: registered.WorkspaceID,
		device: true}, nil
}

// registered finds a client that a workspace registered. Errors: errUnknownClient.
func (f *Family) registered(ctx context.Context, id string) (people.OAuthClient, error) {
	found, ok, err := f.apps.Client(ctx, id)
	if err == nil && !ok {
		err = errUnknownClient
	}
	return found, err
}

// isAddress reports whether an id of a client is the address of its document.
func isAddress(id string) bool {
	return strings.HasPrefix(id, "https://") || strings.HasPrefix(id, "http://")
}

// sendsTo is the client when its answers go to an address. ok is false unless it may be sent answers there.
func (c client) sendsTo(address string) (_ client, ok bool) {
	if !slices.ContainsFunc(c.redirects, func(one people.RedirectURI) bool { return one.Covers(address) }) {
		return c, false
	}
	if u, err := url.Parse(address); err == nil && c.Kind == people.AppRegistered {
		c.Host = u.Host
	}
	return c, true
}

// readAuthenticated reads the form of a request to an endpoint for programs, and authenticates its client. Errors: a
// failure.
func (f *Family) readAuthenticated(ctx context.Context, r *route.Request) (form parameters, id string, err error) {
	h := r.Forward(ctx)
	if form, err = readEndpoint(h); err != nil {
		return nil, "", err
	}
	id, err = f.authenticate(ctx, h, form)
	return form, id, err
}

// authenticate finds the client of a request to an endpoint for programs: a confidential one by its secret, in the
// header or in the form (RFC 6749, section 2.3.1), any other by its id. Errors: a failure.
func (f *Family) authenticate(ctx context.Context, h *http.Request, form parameters) (id string, err error) {
	id, secret := form.get("client_id"), form.get("client_secret")
	inHeader := h.Header.Get("Authorization") != ""
	if inHeader {
		if secret != "" {
			return "", fail(invalidRequest, "The client is authenticated in more than one way.")
		}
		named := id
		if id, secret, err = basicCredentials(h); err != nil || named != "" && named != id {
			return "", refusedClient(true)
		}
	}
	if id == "" {
		return "", fail(invalidRequest, "client_id is missing.")
	}
	ok, err := f.isAuthentic(ctx, id, secret)
	if err != nil && !errors.Is(err, errUnknownClient) {
		return "", err
	}
	if !ok {
		return "", refusedClient(inHeader)
	}
	return id, nil
}

// isAuthentic reports whether a secret is that of a client; "" for one that has none.
func (f *Family) isAuthentic(ctx context.Context, id, secret string) (bool, error) {
	if id == people.CommandClientID || isAddress(id) {
		return secret == "", nil
	}
	registered, err := f.registered(ctx, id)
	if err != nil {
		return false, err
	}
	if !registered.IsConfidential() {
		return secret == "", nil
	}
	return registered.HasSecret(secret), nil
}

// refusedClient is the failure of a client that is unknown or has another secret.
func refusedClient(inHeader bool) *failure {
	f := fail(invalidClient, "The client is unknown, or is not authenticated.")
	f.status = http.StatusUnauthorized
	if inHeader {
		f.challenge = `Basic realm="Stint"`
	}
	return f
}

// basicCredentials are the id and the secret in the header, which are encoded as in a form.
func basicCredentials(h *http.Request) (id, secret string, err error) {
	id, secret, ok := h.BasicAuth()
	if !ok || len(h.Header.Values("Authorization")) != 1 {
		return "", "", errUnreadable
	}
	if id, err = url.QueryUnescape(id); err == nil {
		secret, err = url.QueryUnescape(secret)
	}
	return id, secret, err
}

// redirectTo is an address of a client with the parameters of an answer that are not empty. The issuer tells a client
// that uses several servers which one answers (RFC 9207).
func (f *Family) redirectTo(address string, answer map[string]string) seeOther {
	query := url.Values{"iss": {f.config.PublicURL}}
	for name, value := range answer {
		if value != "" {
			query.Set(name, value)
		}
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	return seeOther{address + separator + query.Encode()}
}
