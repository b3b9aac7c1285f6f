package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

func (f *Family) listApps(ctx context.Context, r *route.Request, in paging.Query) (route.List[appAnswer], error) {
	page, err := f.store.UserKeys(ctx, r.User.ID, "", peopledb.Grants, in.Page(r))
	return paging.ToList(page, err, func(k people.APIKeyDetails) appAnswer { return toAppAnswer(k, r.Now) })
}

func (f *Family) listAllApps(ctx context.Context, r *route.Request, in paging.Query) (route.List[appAnswer], error) {
	page, err := f.store.WorkspaceKeys(ctx, r.WorkspaceID(), peopledb.Grants, in.Page(r))
	return paging.ToList(page, err, func(k people.APIKeyDetails) appAnswer { return toAppAnswer(k, r.Now) })
}

// loadApp finds the access of an app that the path names, if the caller allowed it. Errors: not_found.
func (f *Family) loadApp(ctx context.Context, r *route.Request) (people.APIKey, error) {
	return f.findGrant(ctx, r, func(k people.APIKey) bool { return k.UserID == r.User.ID })
}

// loadAnyApp finds the access of an app that a member of the workspace allowed. Errors: not_found.
func (f *Family) loadAnyApp(ctx context.Context, r *route.Request) (people.APIKey, error) {
	return f.findGrant(ctx, r, func(k people.APIKey) bool { return k.WorkspaceID == r.WorkspaceID() })
}

func (f *Family) findGrant(ctx context.Context, r *route.Request, isTheirs func(people.APIKey) bool) (people.APIKey,
	error) {
	k, ok, err := f.store.APIKey(ctx, people.GrantDigest(r.ID("id")))
	if err == nil && !(ok && k.IsGrant() && isTheirs(k)) {
		err = problem.NotFound()
	}
	return k, err
}

func (f *Family) revokeApp(ctx context.Context, c *route.Call[route.NoInput],
	grant people.APIKey) (route.Deleted, error) {
	return f.revoke(ctx, c, grant)
}

func (f *Family) revokeAnyApp(ctx context.Context, c *route.Call[route.NoInput],
	grant people.APIKey) (route.Deleted, error) {
	return f.revoke(ctx, c, grant)
}

// appAnswer is the access that a user gave to an app.
//
//openapi:schema App
type appAnswer struct {
	ID          domain.ID           `json:"id"`
	ClientID    string              `json:"client_id"` // The client id of the app.
	Name        domain.Name         `json:"name"`      // of the app, when the user allowed it
	Host        *string             `json:"host"`      // where the app is; null for the command
	WorkspaceID domain.ID           `json:"workspace_id"`
	User        keyUser             `json:"user"`         // for whom the app acts
	Access      people.KeyAccess    `json:"access"`       // read, time or full
	CreatedAt   domain.Instant      `json:"created_at"`   // When the user allowed it.
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // recorded at most once an hour; null when never used
	ExpiresAt   *domain.Instant     `json:"expires_at"`   // 90 days after its last use, or when the workspace's maxKeyDays end it
	Status      people.APIKeyStatus `json:"status"`       // active, expired or revoked
}

// toAppAnswer describes the access of an app as it is at a time.
func toAppAnswer(k people.APIKeyDetails, now domain.Instant) appAnswer {
	return appAnswer{
		ID: k.ID, ClientID: k.App.ClientID, Name: k.App.Name, Host: domain.OrNull(k.App.Host), WorkspaceID: k.WorkspaceID,
		User: toKeyUser(k), Access: k.AccessOrFull(), CreatedAt: k.CreatedAt, LastUsedAt: k.LastUsedAt,
		ExpiresAt: k.Expiry(), Status: k.Status(now),
	}
}
