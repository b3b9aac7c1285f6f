package apitest

import (
	"context"

	"stint/shared/apps"
	"stint/shared/domain"
	"stint/shared/domain/people"
)

// App is the access that a user gave to an app, with its tokens.
type App struct {
	Service *Service
	ID      string // of the grant
	Grant   people.APIKey
	apps.Tokens
}

// SomeApp is an app that nobody registered.
func SomeApp() people.App {
	return people.App{ClientID: "https://app.example.com/client.json", Name: "Timely", Host: "app.example.com",
		Kind: people.AppDocument}
}

// TryApp lets an app act for the user in their workspace.
func (u *User) TryApp(app people.App, access people.KeyAccess) (App, error) {
	u.t.Helper()
	ctx := context.Background()
	found, err := u.Deps.Store.Identity(ctx,
		people.IdentityQuery{UserID: domain.ID(u.ID), WorkspaceID: domain.ID(u.WorkspaceID)})
	if err != nil {
		u.t.Fatal(err)
	}
	now := domain.InstantOf(u.Clock.Now())
	grant, err := u.Deps.Apps().Allow(ctx, apps.Consent{User: *found.User, Member: *found.Member,
		Workspace: *found.Workspace, App: app, Access: access}, now)
	if err != nil {
		return App{}, err
	}
	tokens, err := u.Deps.Apps().TokensOf(ctx, grant, apps.TokenRequest{}, now)
	return App{u.Service, string(grant.ID), grant, tokens}, err
}

// AllowApp is TryApp that succeeds.
func (u *User) AllowApp(app people.App, access people.KeyAccess) App {
	u.t.Helper()
	a, err := u.TryApp(app, access)
	if err != nil {
		u.t.Fatal(err)
	}
	return a
}

// Send sends a request with the app's access token.
func (a App) Send(method, path string, body any) *Answer {
	a.Service.t.Helper()
	return a.Service.As(a.Access).Do(method, path, body)
}

// Me asks whom the app acts for.
func (a App) Me() *Answer { a.Service.t.Helper(); return a.Service.UseKey(a.Access) }

// Refreshed is the app after a refresh with its refresh token.
func (a App) Refreshed() (App, error) {
	a.Service.t.Helper()
	now := domain.InstantOf(a.Service.Clock.Now())
	grant, tokens, err := a.Service.Deps.Apps().Refresh(context.Background(), a.Refresh, a.Grant.App.ClientID,
		apps.TokenRequest{}, now)
	return App{a.Service, a.ID, grant, tokens}, err
}
