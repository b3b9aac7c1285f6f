package oidc

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"stint/shared/oauth"
)

// ErrRefused is the error of a provider that no longer lets a user sign in: their account is blocked, or the grant was
// revoked.
var ErrRefused = errors.New("the provider refuses the user")

// RefreshToken is the token with which the provider is asked again; "" when it gave none.
func (i Identity) RefreshToken() string { return i.access.RefreshToken }

// AskAgain asks the provider whether it still lets a user in, with the refresh token that it gave. The result is the
// token for the next time. Errors: ErrRefused; *oauth.Failure when the provider cannot be asked now.
func (c *Client) AskAgain(ctx context.Context, refresh, subject string) (next string, err error) {
	if !strings.HasPrefix(subject, c.subjectOf("")) {
		return "", ErrRefused // the grant is of another provider, which the service had before
	}
	p, err := c.discover(ctx)
	if err != nil {
		return "", err
	}
	secret, err := c.options.ClientSecret(ctx)
	if err != nil {
		return "", err
	}
	config := oauth2.Config{ClientID: c.options.ClientID, ClientSecret: secret, Endpoint: p.endpoint}
	ctx = oidc.ClientContext(ctx, c.options.HTTP)
	token, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: refresh}).Token()
	if hasRefused(err) {
		return "", ErrRefused
	}
	if err != nil {
		return "", oauth.NewFailure("refresh", err)
	}
	return token.RefreshToken, c.checkSubject(ctx, p, token, subject)
}

// refusals are the codes with which providers say that a grant is no longer valid, or that the user may not or must
// sign in (RFC 6749, section 5.2; OpenID Connect Core, section 3.1.2.6). Some send them with 401 or 403 instead of 400.
var refusals = []string{"invalid_grant", "access_denied", "login_required", "interaction_required", "consent_required",
	"account_selection_required"}

// hasRefused reports whether the provider answered that it lets the user in no more.
func hasRefused(err error) bool {
	var answer *oauth2.RetrieveError
	return errors.As(err, &answer) && answer.Response.StatusCode/100 == 4 && slices.Contains(refusals, answer.ErrorCode)
}

// checkSubject checks an ID token that came with the answer: it must be about the same user (OpenID Connect Core,
// section 12.2). Errors: ErrRefused; *oauth.Failure for a token that cannot be verified now, for which the provider's
// keys may have to be read.
func (c *Client) checkSubject(ctx context.Context, p *provider, answer *oauth2.Token, subject string) error {
	raw, there := answer.Extra("id_token").(string)
	if !there {
		return nil
	}
	token, err := p.verifier.Verify(ctx, raw)
	if err != nil {
		return idTokenFailure(failureReason(err))
	}
	if c.subjectOf(token.Subject) != subject || c.checkAuthorizedParty(token) != nil {
		return ErrRefused
	}
	return nil
}
