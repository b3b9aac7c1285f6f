package signin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"stint/scripts/stint/internal/settings"
)

// Access gives the access tokens of a sign-in and renews them.
type Access struct {
	HTTP   *http.Client
	App    settings.App
	Tokens settings.Tokens

	mutex sync.Mutex
	last  *oauth2.Token
}

// Credential is an access token that lives, and is not the one that was refused. A new refresh token is kept before the
// access token is used; one command renews at a time.
// Errors: ErrEnded, *client.UnreachableError, those of settings.Tokens.
func (a *Access) Credential(ctx context.Context, refused string) (string, error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.last.Valid() && a.last.AccessToken != refused {
		return a.last.AccessToken, nil
	}
	if err := a.load(); err != nil {
		return "", err
	}
	if !a.last.Valid() || a.last.AccessToken == refused {
		if err := a.renew(ctx, refused); err != nil {
			return "", err
		}
	}
	return a.last.AccessToken, nil
}

func (a *Access) load() (err error) {
	a.last, err = a.Tokens.Load()
	return err
}

// renew exchanges the refresh token, unless another command just did.
func (a *Access) renew(ctx context.Context, refused string) error {
	unlock, err := a.Tokens.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := a.load(); err != nil || a.last.Valid() && a.last.AccessToken != refused {
		return err
	}
	next, err := a.exchange(ctx)
	if err != nil {
		return explain(ctx, err)
	}
	a.last = next
	if err := a.Tokens.Renew(next); err != nil {
		return fmt.Errorf("the new tokens cannot be kept: %w; run stint login again", err)
	}
	return nil
}

// exchangeTime bounds the exchange of a refresh token, which goes on after Ctrl-C: else the next token might be lost.
const exchangeTime = 15 * time.Second

// exchange exchanges the refresh token, once more where the answer is lost: the service repeats it for some seconds.
func (a *Access) exchange(ctx context.Context) (next *oauth2.Token, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exchangeTime)
	defer cancel()
	for range 2 {
		next, err = config(a.App.TokenURL, "").TokenSource(with(ctx, a.HTTP),
			&oauth2.Token{RefreshToken: a.last.RefreshToken}).Token()
		if _, answered := errors.AsType[*oauth2.RetrieveError](err); err == nil || answered {
			break
		}
	}
	return next, err
}

// Revoke ends the sign-in on the service (RFC 7009). One that has ended already is no error.
// Errors: *client.UnreachableError, *RefusedError, those of settings.Tokens.
func (a *Access) Revoke(ctx context.Context) error {
	token, err := a.Tokens.Load()
	if err != nil {
		return err
	}
	form := url.Values{"client_id": {clientID}, "token": {token.RefreshToken}, "token_type_hint": {"refresh_token"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, a.App.RevokeURL, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := a.HTTP.Do(request)
	if err != nil {
		return lost(ctx, err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return &RefusedError{answer.Status}
	}
	return nil
}
