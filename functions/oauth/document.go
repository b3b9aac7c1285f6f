package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/feed"
	"stint/shared/domain/people"
	"stint/shared/edge"
	"stint/shared/egress"
)

// A Client ID Metadata Document describes a client at the address that is its id
// (draft-ietf-oauth-client-id-metadata-document). Whoever has the address has the client, so nobody registers it.

// Bounds of documents.
const (
	maxDocument      = 32 << 10         // bytes
	documentTimeout  = 5 * time.Second  // of the whole request
	documentLife     = 24 * time.Hour   // how long a document is kept at most
	minDocumentLife  = 5 * time.Minute  // and at least, so that a flow needs one request
	failedLife       = 1 * time.Minute  // how long a failure is kept
	maxFetches       = 20               // of a client network in fetchWindow
	fetchWindow      = 10 * time.Minute // of maxFetches
	maxDocumentLinks = 20               // addresses for answers
	maxClientID      = 500              // bytes of the address
)

// clientDocument is the document as its server sends it.
type clientDocument struct {
	ClientID     string   `json:"client_id"`
	ClientName   string   `json:"client_name"`
	RedirectURIs []string `json:"redirect_uris"`
	GrantTypes   []string `json:"grant_types"`
	AuthMethod   string   `json:"token_endpoint_auth_method"`
	Secret       any      `json:"client_secret"`
}

// findDocument finds the client of a document, which is fetched unless it was a short time ago. Errors: a failure.
func (f *Family) findDocument(ctx context.Context, address string) (client, error) {
	if !f.isDocumentAddress(address) {
		return client{}, errUnknownClient
	}
	d, ok, err := f.store.ClientDocument(ctx, address)
	if err == nil && !ok {
		d, err = f.fetchAndKeep(ctx, address)
	}
	if err != nil {
		return client{}, err
	}
	if d.Failed != "" {
		return client{}, fail(invalidClient, "The metadata document of the client is of no use: "+d.Failed+".")
	}
	u, _ := url.Parse(address)
	app := people.App{ClientID: address, Name: d.Name, Host: u.Host, Kind: people.AppDocument}
	return client{App: app, redirects: d.RedirectURIs, device: d.Device}, nil
}

// isDocumentAddress reports whether an address may be that of a document: it has a path, and nothing that would give a
// document several addresses.
func (f *Family) isDocumentAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || len(address) > maxClientID || u.Path == "" || u.Path == "/" || u.RawQuery != "" || u.Fragment != "" ||
		strings.ContainsAny(address, "#?") || u.User != nil || path.Clean(u.Path) != strings.TrimSuffix(u.Path, "/") {
		return false
	}
	return u.String() == address && u.Host == strings.ToLower(u.Host) && f.targets.Allows(feed.WebhookURL(address))
}

// fetchAndKeep fetches a document, and keeps what came of it. Errors: rate_limited, service_unavailable.
func (f *Family) fetchAndKeep(ctx context.Context, address string) (people.ClientDocument, error) {
	if err := f.countFetch(ctx); err != nil {
		return people.ClientDocument{}, err
	}
	d, life, err := f.fetch(ctx, address)
	if err != nil {
		d, life = people.ClientDocument{Failed: err.Error()}, failedLife
	}
	d.URL, d.ExpiresAt = address, domain.InstantOf(f.now()).Plus(life)
	return d, f.store.KeepClientDocument(ctx, d)
}

// countFetch bounds how many documents the service fetches for a client network. Errors: rate_limited.
func (f *Family) countFetch(ctx context.Context) error {
	if f.config.AttemptsPerNetwork == 0 {
		return nil
	}
	return f.store.Count(ctx, domain.Quota{Kind: "oauth.document", Subject: edge.RequestInfoFrom(ctx).Network(),
		Limit: maxFetches, Window: fetchWindow})
}

// fetch fetches a document and says how long it may be kept. Its errors are for whoever wrote the document, and do not
// tell what a network answered.
func (f *Family) fetch(ctx context.Context, address string) (d people.ClientDocument, life time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, documentTimeout)
	defer cancel()
	got, err := egress.Get(ctx, f.documents, feed.WebhookURL(address), maxDocument)
	switch {
	case errors.Is(err, egress.ErrTooLarge):
		return d, 0, errors.New("it has more than 32 KB")
	case err != nil:
		return d, 0, errors.New("it cannot be fetched")
	}
	kind, _, err := mime.ParseMediaType(got.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" && !strings.HasSuffix(kind, "+json") {
		return d, 0, errors.New("it is not of the type application/json")
	}
	d, err = readDocument(address, got.Body)
	return d, lifeOf(got.Header), err
}

// readDocument checks a document. It takes public clients only: nobody gave this service a secret or a key of them.
func readDocument(address string, body []byte) (d people.ClientDocument, err error) {
	var sent clientDocument
	if err := json.Unmarshal(body, &sent); err != nil {
		return d, errors.New("it is no JSON object of client metadata")
	}
	var name domain.Name
	code := name.ParseText(sent.ClientName)
	redirects, ok := readRedirects(sent.RedirectURIs)
	switch {
	case sent.ClientID != address:
		return d, errors.New("its client_id is not its address")
	case code != "" || name == "" || len([]rune(name)) > maxAppName || domain.LooksLikeLink(string(name)):
		return d, errors.New("its client_name is missing, too long or like an address")
	case people.LooksLikeService(name):
		return d, errors.New("its client_name is that of the service")
	case sent.Secret != nil || sent.AuthMethod != "" && sent.AuthMethod != "none":
		return d, errors.New("its token_endpoint_auth_method must be none")
	case !ok:
		return d, errors.New("its redirect_uris must be 1 to 20 addresses, one by https or by http on loopback")
	case len(sent.GrantTypes) > 0 && !slices.Contains(sent.GrantTypes, grantCode):
		return d, errors.New("its grant_types lack authorization_code")
	}
	return people.ClientDocument{Name: name, RedirectURIs: redirects,
		Device: slices.Contains(sent.GrantTypes, grantDevice)}, nil
}

// readRedirects reads the addresses to which answers may be sent; ok is false if there is none. A document is made for
// all servers, so it may have addresses that this service sends no answers to, such as those of private-use schemes.
func readRedirects(sent []string) (all []people.RedirectURI, ok bool) {
	for _, text := range sent {
		var uri people.RedirectURI
		if uri.ParseText(text) == "" {
			all = append(all, uri)
		}
	}
	return all, len(all) > 0 && len(sent) <= maxDocumentLinks
}

// maxAppName bounds the name of an app in characters.
const maxAppName = 100

// lifeOf is how long a document may be kept: as its server says in Cache-Control, within the bounds.
func lifeOf(h http.Header) time.Duration {
	for directive := range strings.SplitSeq(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(directive)), "=")
		if name == "no-store" || name == "no-cache" {
			return minDocumentLife
		}
		if seconds, err := strconv.ParseInt(value, 10, 32); name == "max-age" && err == nil {
			return min(max(time.Duration(seconds)*time.Second, minDocumentLife), documentLife)
		}
	}
	return documentLife
}
