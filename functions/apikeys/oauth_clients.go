package apikeys

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/wire"
)

func (f *Family) listClients(ctx context.Context, r *route.Request, in paging.Query) (route.List[clientAnswer], error) {
	page, err := f.store.OAuthClients(ctx, r.WorkspaceID(), in.Page(r))
	return paging.ToList(page, err, toClientAnswer)
}

type createClientInput struct {
	Body struct {
		Name domain.Name `json:"name" bounds:"shownName"`
		// Where the app may ask to be answered: exactly these addresses. https, or http on 127.0.0.1, [::1] or localhost,
		// where any port counts.
		RedirectURIs []people.RedirectURI `json:"redirectUris" bounds:"redirectUris"`
		// Whether the app keeps a secret, as one that runs on a server does. Default false.
		IsConfidential wire.Optional[bool] `json:"isConfidential"`
	}
}

func (f *Family) createClient(ctx context.Context, c *route.Call[createClientInput]) (clientWithSecret, error) {
	in, issues, err := c.Read()
	if err != nil {
		return clientWithSecret{}, err
	}
	checkAppName(issues, in.Body.Name)
	if err := issues.Err(); err != nil {
		return clientWithSecret{}, err
	}
	client := people.OAuthClient{ID: domain.NewID(), WorkspaceID: c.WorkspaceID(), Name: in.Body.Name,
		RedirectURIs: distinct(in.Body.RedirectURIs), CreatedAt: c.Now, CreatedBy: c.User.ID, Version: 1}.MadeBy(c.User)
	var secret *route.ShownOnce
	if in.Body.IsConfidential.Value {
		client, secret = withNewSecret(client)
	}
	answer := clientWithSecret{toClientAnswer(client), secret}
	return answer, f.store.CreateOAuthClient(ctx, client, people.MaxOAuthClients, c.Remember(answer))
}

// checkAppName adds an issue for a name that people may take for that of the service.
func checkAppName(issues *wire.Issues, name domain.Name) {
	if issues.IsClean("name") && people.LooksLikeService(name) {
		issues.AddMessage("name", problem.TextNotAllowed, "must not be the name of the service")
	}
}

// distinct leaves out addresses that are there twice.
func distinct(all []people.RedirectURI) (each []people.RedirectURI) {
	for _, one := range all {
		if !slices.Contains(each, one) {
			each = append(each, one)
		}
	}
	return each
}

// secretPrefix lets scanners find leaked secrets.
const secretPrefix = "stint_client_"

// withNewSecret is the client with a new secret, of which only the digest is kept.
func withNewSecret(c people.OAuthClient) (people.OAuthClient, *route.ShownOnce) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails (crypto/rand, Go 1.24)
	secret := secretPrefix + base64.RawURLEncoding.EncodeToString(raw)
	c.Secret = domain.Digest(secret)
	return c, new(route.ShownOnce(secret))
}

type changeClientInput struct {
	Body struct {
		Name wire.Change[domain.Name] `json:"name" bounds:"shownName"`
		// Where the app may ask to be answered, in place of the addresses before.
		RedirectURIs wire.Change[[]people.RedirectURI] `json:"redirectUris" bounds:"redirectUris"`
	}
}

func (f *Family) changeClient(ctx context.Context, c *route.Call[changeClientInput],
	was people.OAuthClient) (clientAnswer, error) {
	in, issues, err := c.Read()
	if err != nil {
		return clientAnswer{}, err
	}
	checkAppName(issues, in.Body.Name.Value)
	if err := issues.Err(); err != nil {
		return clientAnswer{}, err
	}
	if err := c.CheckIfMatch(was.Version); err != nil {
		return clientAnswer{}, err
	}
	now := was
	in.Body.Name.Apply(&now.Name)
	if in.Body.RedirectURIs.Set {
		now.RedirectURIs = distinct(in.Body.RedirectURIs.Value)
	}
	if now.Name == was.Name && slices.Equal(now.RedirectURIs, was.RedirectURIs) {
		return toClientAnswer(was), nil
	}
	if !slices.Equal(now.RedirectURIs, was.RedirectURIs) {
		now = now.MadeBy(c.User)
	}
	now.Version++
	return toClientAnswer(now), f.store.ChangeOAuthClient(ctx, was, now)
}

func (f *Family) removeClient(ctx context.Context, c *route.Call[route.NoInput],
	client people.OAuthClient) (route.Deleted, error) {
	if err := c.CheckIfMatch(client.Version); err != nil {
		return route.Deleted{}, err
	}
	return route.NewDeleted(client.ID), f.store.DeleteOAuthClient(ctx, client)
}

var errNoSecret = problem.Conflict(problem.SecretMissing, "The client is not confidential, so it has no secret.")

func (f *Family) rotateClientSecret(ctx context.Context, c *route.Call[route.NoInput],
	was people.OAuthClient) (clientWithSecret, error) {
	if !was.IsConfidential() {
		return clientWithSecret{}, errNoSecret
	}
	now, secret := withNewSecret(was.MadeBy(c.User))
	now.Version++
	return clientWithSecret{toClientAnswer(now), secret}, f.store.ChangeOAuthClient(ctx, was, now)
}

// loadClient finds the client of the workspace that the path names. Errors: not_found.
func (f *Family) loadClient(ctx context.Context, r *route.Request) (people.OAuthClient, error) {
	return f.store.OAuthClient(ctx, r.WorkspaceID(), r.ID("id"))
}

// clientAnswer is an app that the workspace registered.
//
//openapi:schema OAuthClient
type clientAnswer struct {
	ID       domain.ID   `json:"id"`
	ClientID domain.ID   `json:"client_id"` // what the app presents: the same as id
	Name     domain.Name `json:"name"`
	// Where the app may ask to be answered.
	RedirectURIs   []people.RedirectURI `json:"redirect_uris"`
	IsConfidential bool                 `json:"is_confidential"` // Whether the app has a secret.
	CreatedBy      domain.ID            `json:"created_by"`      // The user who registered it.
	CreatedAt      domain.Instant       `json:"created_at"`
	route.Versioned
}

// clientWithSecret is an app with its secret.
//
//openapi:schema OAuthClientWithSecret
type clientWithSecret struct {
	clientAnswer
	// shown only here; null in a replay, and where the app is not confidential
	ClientSecret *route.ShownOnce `json:"client_secret"`
}

func toClientAnswer(c people.OAuthClient) clientAnswer {
	return clientAnswer{ID: c.ID, ClientID: c.ID, Name: c.Name, RedirectURIs: c.RedirectURIs,
		IsConfidential: c.IsConfidential(), CreatedBy: c.CreatedBy, CreatedAt: c.CreatedAt,
		Versioned: route.Versioned{Version: c.Version}}
}
