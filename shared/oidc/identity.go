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
	Email             string `json:"email"`
	EmailVerified     truth  `json:"email_verified"`
	Name              string `json:"name"`
	PreferredUsername string `json:"preferred_username"`
}

// truth is a boolean that some providers write as a text. Whatever is not
// clearly true is false.
type truth bool

// UnmarshalJSON never fails.
func (t *truth) UnmarshalJSON(b []byte) error {
	*t = string(b) == "true" || string(b) == `"true"`
	return nil
}

func (i Identity) with(c claims) Identity {
	i.Email, i.EmailVerified = c.Email, c.Email != "" && bool(c.EmailVerified)
	for _, name := range []string{c.Name, c.PreferredUsername} {
		if i.Name == "" {
			i.Name = name
		}
	}
	return i
}

// identity is what the ID token in an answer says.
func (c *Client) identity(ctx context.Context, p *provider, answer *oauth2.Token, nonce string) (Identity, error) {
	raw, _ := answer.Extra("id_token").(string)
	token, err := c.verify(ctx, p, raw, nonce)
	if err != nil {
		return Identity{}, err
	}
	if token.AccessTokenHash != "" && token.VerifyAccessToken(answer.AccessToken) != nil {
		return Identity{}, refused("it came with another access token")
	}
	var says claims
	if err := token.Claims(&says); err != nil {
		return Identity{}, refused("its claims cannot be read")
	}
	return Identity{Subject: token.Subject, access: answer}.with(says), nil
}

// Complete asks the provider for the address, where the ID token did not tell
// it: many keep that for their UserInfo endpoint. Errors: *oauth.Failure.
func (c *Client) Complete(ctx context.Context, i Identity) (Identity, error) {
	if i.Email != "" {
		return i, nil
	}
	p, err := c.provider(ctx)
	if err != nil {
		return i, err
	}
	told, err := p.UserInfo(oidc.ClientContext(ctx, c.options.HTTP), oauth2.StaticTokenSource(i.access))
	if err != nil {
		return i, oauth.Fail("userinfo", err)
	}
	if told.Subject != i.Subject { // OpenID Connect Core, section 5.3.2
		return i, &oauth.Failure{Step: "userinfo", Reason: "it is about another subject"}
	}
	var says claims
	if err := told.Claims(&says); err != nil {
		return i, oauth.Fail("userinfo", err)
	}
	return i.with(says), nil
}
