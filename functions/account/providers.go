package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/route"
)

// provider is a way to sign in.
type provider struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Kind    string `json:"kind"` // how users sign in: password or oidc
	Enabled bool   `json:"enabled"`
}

// providersAnswer lists the ways to sign in and says who may register.
type providersAnswer struct {
	route.List[provider]
	Registration        string   `json:"registration" enum:"open,invited"` // invited: an account needs an invitation
	RegistrationDomains []string `json:"registration_domains"`             // the mail domains that need no invitation; none is all
}

func (f *Family) providers(_ context.Context, _ *route.Call[route.NoInput]) (providersAnswer, error) {
	answer := providersAnswer{
		List: route.List[provider]{Items: []provider{
			{ID: "password", Name: "E-mail and password", Kind: "password", Enabled: true},
			{ID: domain.ProviderExternal, Name: "Single sign-on", Kind: "oidc", Enabled: f.config.OIDC.Enabled()},
		}},
		Registration: "open", RegistrationDomains: append([]string{}, f.config.RegistrationDomains...),
	}
	if f.config.InvitedOnly {
		answer.Registration = "invited"
	}
	return answer, nil
}
