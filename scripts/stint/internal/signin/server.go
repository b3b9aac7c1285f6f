// Package signin gives the command access as an app of the service: by a code that the user types on a page (RFC 8628),
// with tokens that renew themselves.
package signin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"

	"stint/shared/client"
)

// clientID is the client id of the command.
const clientID = "stint"

// Server is the authorization server of a service, as its metadata describe it (RFC 8414).
type Server struct {
	Issuer    string `json:"issuer"`
	TokenURL  string `json:"token_endpoint"`
	DeviceURL string `json:"device_authorization_endpoint"`
	RevokeURL string `json:"revocation_endpoint"`
}

// NoServiceError is the error of an address that is not that of a service.
type NoServiceError struct{ Address string }

// Error implements error.
func (e *NoServiceError) Error() string {
	return "there is no Stint service at " + e.Address + ", or an older one: check the address"
}

// OtherNameError is the error of a service that has another address in its own settings.
type OtherNameError struct{ Address, Name string }

// Error implements error.
func (e *OtherNameError) Error() string {
	return fmt.Sprintf("the service at %s says that its address is %s: if you trust that address, sign in with it as --url",
		e.Address, e.Name)
}

const metadataPath = "/.well-known/oauth-authorization-server"

// Discover reads the metadata of the service at an address, which may end with a slash or with that of its API.
// Errors: *NoServiceError, *OtherNameError, *client.UnreachableError.
func Discover(ctx context.Context, h *http.Client, address string) (Server, error) {
	for _, base := range Addresses(address) {
		for _, place := range metadataPlaces(base) {
			found, ok, err := readMetadata(ctx, h, place)
			if err != nil {
				return Server{}, err
			}
			if ok {
				return found, found.check(base)
			}
		}
	}
	return Server{}, &NoServiceError{address}
}

// Addresses are what the address of a service may be that a person gives: as it is, and without the path of the API.
func Addresses(address string) []string {
	address = strings.TrimRight(address, "/")
	for _, end := range []string{"/api/v1", "/api/docs", "/api"} {
		if base, ok := strings.CutSuffix(address, end); ok {
			return []string{address, strings.TrimRight(base, "/")}
		}
	}
	return []string{address}
}

// metadataPlaces are where the metadata of a service may be: below its path, or before it.
func metadataPlaces(base string) []string {
	places := []string{base + metadataPath}
	if u, err := url.Parse(base); err == nil && u.Path != "" {
		u.Path = metadataPath + u.Path
		places = append(places, u.String())
	}
	return places
}

// maxMetadata bounds what is read of metadata, in bytes.
const maxMetadata = 1 << 20

// readMetadata reads metadata; ok is false where there are none.
func readMetadata(ctx context.Context, h *http.Client, address string) (found Server, ok bool, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return found, false, nil //nolint:nilerr // no address has no metadata
	}
	answer, err := h.Do(request)
	if err != nil {
		return found, false, lost(ctx, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return found, false, nil
	}
	ok = json.NewDecoder(io.LimitReader(answer.Body, maxMetadata)).Decode(&found) == nil && found.Issuer != ""
	return found, ok, nil
}

// lost is the error of a request without an answer.
func lost(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &client.UnreachableError{Err: err}
}

// check refuses metadata of another service, and endpoints elsewhere: they get the tokens.
func (s Server) check(base string) error {
	if s.Issuer != base {
		return &OtherNameError{base, s.Issuer}
	}
	for _, endpoint := range []string{s.TokenURL, s.DeviceURL, s.RevokeURL} {
		if !strings.HasPrefix(endpoint, base+"/") {
			return &NoServiceError{base}
		}
	}
	return nil
}

// config is the command as a client of the server.
func config(tokenURL, deviceURL string, scopes ...string) *oauth2.Config {
	return &oauth2.Config{ClientID: clientID, Scopes: scopes, Endpoint: oauth2.Endpoint{TokenURL: tokenURL,
		DeviceAuthURL: deviceURL, AuthStyle: oauth2.AuthStyleInParams}}
}

// with is a context whose requests of the package oauth2 are sent by an HTTP client.
func with(ctx context.Context, h *http.Client) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, h)
}
