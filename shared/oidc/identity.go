package oidc

import (
	"context"
	"strconv"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"stint/shared/oauth"
)

// Identity is a user as the provider describes them.
type Identity struct {
	Subject       string // the permanent id of the user, with the issuer before it: see subjectOf
	Email         string // "" when the ID token does not have it; see CompleteEmail
	EmailVerified bool   // whether the provider has verified the address
	Name          string // may be ""

	AuthTime time.Time // when the user signed in at the provider; zero when it does not say

	access *oauth2.Token // for the UserInfo endpoint
}

// claims are the claims that we read. Names are tried in this order.
type claims struct {
	Email             string      `json:"email"`
	EmailVerified     lenientBool `json:"email_verified"`
	Name              string      `json:"name"`
	PreferredUsername string      `json:"preferred_username"`
	AuthTime          unixTime    `json:"auth_time"`
}

// lenientBool is a boolean that some providers write as a string. Every value except
// true and "true" is false.
type lenientBool bool

// unixTime is a time in seconds since 1970. A value that is no number is 1970, which is
// older than any sign-in.
type unixTime struct{ time.Time }

// UnmarshalJSON never fails.
func (t *unixTime) UnmarshalJSON(b []byte) error {
	seconds, _ := strconv.ParseFloat(string(b), 64)
	t.Time = time.Unix(int64(seconds), 0).UTC()
	return nil
}

// UnmarshalJSON never fails.
func (t *lenientBool) UnmarshalJSON(b []byte) error {
	*t = string(b) == "true" || string(b) == `"true"`
	return nil
}

func (i Identity) withClaims(c claims) Identity {
	i.Email, i.EmailVerified = c.Email, c.Email != "" && bool(c.EmailVerified)
	for _, name := range []string{c.Name, c.PreferredUsername} {
		if i.Name == "" {
			i.Name = name
		}
	}
	return i
}

// readIdentity verifies the ID token in a token response and reads its claims.
func (c *Client) readIdentity(ctx context.Context, p *provider, response *oauth2.Token,
	nonce string) (Identity, error) {
	raw, _ := response.Extra("id_token").(string)
	token, err := c.verifyIDToken(ctx, p, raw, nonce)
	if err != nil {
		return Identity{}, err
	}
	if token.AccessTokenHash != "" && token.VerifyAccessToken(response.AccessToken) != nil {
		return Identity{}, idTokenFailure("it came with another access token")
	}
	var parsed claims
	if err := token.Claims(&parsed); err != nil {
		return Identity{}, idTokenFailure("its claims cannot be read")
	}
	identity := Identity{Subject: c.subjectOf(token.Subject), AuthTime: parsed.AuthTime.Time, access: response}
	return identity.withClaims(parsed), nil
}

// CompleteEmail reads the address from the UserInfo endpoint when the ID token does not
// have it, as with many providers. Errors: *oauth.Failure.
func (c *Client) CompleteEmail(ctx context.Context, i Identity) (Identity, error) {
	if i.Email != "" {
		return i, nil
	}
	p, err := c.discover(ctx)
	if err != nil {
		return i, err
	}
	userInfo, err := p.UserInfo(oidc.ClientContext(ctx, c.options.HTTP), oauth2.StaticTokenSource(i.access))
	if err != nil {
		return i, oauth.NewFailure("userinfo", err)
	}
	if c.subjectOf(userInfo.Subject) != i.Subject { // OpenID Connect Core, section 5.3.2
		return i, &oauth.Failure{Step: "userinfo", Reason: "it is about another subject"}
	}
	var parsed claims
	if err := userInfo.Claims(&parsed); err != nil {
		return i, oauth.NewFailure("userinfo", err)
	}
	return i.withClaims(parsed), nil
}
