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
	Kind    string `json:"kind"` // password or oidc
	Enabled bool   `json:"enabled"`
}

func (f *Family) providers(_ context.Context, _ *route.Call[route.NoInput]) (route.List[provider], error) {
	return route.List[provider]{Items: []provider{
		{ID: "password", Name: "E-mail and password", Kind: "password", Enabled: true},
		{ID: domain.ProviderExternal, Name: "Single sign-on", Kind: "oidc", Enabled: f.config.OIDC.Enabled()},
	}}, nil
}
