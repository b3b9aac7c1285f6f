package oidc

import (
	"context"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"stint/shared/oauth"
)

// Identity is whom the provider vouches for.
type Identity struct {
	Subject       string // names them at the provider, for good
	Email         string // "" when it was not told yet; see Complete
	EmailVerified bool   // whether the provider has seen that the address is theirs
	Name          string // what they are called; may be ""

	access *oauth2.Token // asks the provider for more
}

// claims are what we want to know of somebody. Names are tried in this order.
type claims struct {
	Email             string      `json:"email"`
	EmailVerified     lenientBool `json:"email_verified"`
	Name              string      `json:"name"`
	PreferredUsername string      `json:"preferred_username"`
}

// lenientBool is a boolean that some providers write as a text. Whatever is not
// clearly true is false.
type lenientBool bool

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

// readIdentity is what the ID token in an answer says.
func (c *Client) readIdentity(ctx context.Context, p *provider, response *oauth2.Token, nonce string) (Identity, error) {
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
	return Identity{Subject: token.Subject, access: response}.withClaims(parsed), nil
}

// CompleteEmail asks the provider for the address, where the ID token did not tell
// it: many keep that for their UserInfo endpoint. Errors: *oauth.Failure.
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
	if userInfo.Subject != i.Subject { // OpenID Connect Core, section 5.3.2
		return i, &oauth.Failure{Step: "userinfo", Reason: "it is about another subject"}
	}
	var parsed claims
	if err := userInfo.Claims(&parsed); err != nil {
		return i, oauth.NewFailure("userinfo", err)
	}
	return i.withClaims(parsed), nil
}
