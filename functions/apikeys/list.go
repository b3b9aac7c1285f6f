package apikeys

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

func (f *Family) list(ctx context.Context, r *route.Request, in paging.Query) (route.List[apiKeyAnswer], error) {
	return f.listPage(ctx, r, in, r.WorkspaceID())
}

func (f *Family) listPage(ctx context.Context, r *route.Request, in paging.Query,
	workspace domain.ID) (route.List[apiKeyAnswer], error) {
	page, err := f.store.UserKeys(ctx, r.User.ID, workspace, peopledb.APIKeys, in.Page(r))
	return paging.ToList(page, err, func(k people.APIKeyDetails) apiKeyAnswer { return toAnswer(k, r.Now) })
}

func (f *Family) listAll(ctx context.Context, r *route.Request, in paging.Query) (route.List[apiKeyAnswer], error) {
	return f.listPage(ctx, r, in, "")
}

// inventoryAnswer is a key with the member whose key it is.
//
//openapi:schema MemberApiKey
type inventoryAnswer struct {
	apiKeyAnswer
	User keyUser `json:"user"` // The user.
}

// keyUser is the user of a key, as the list of members shows them.
//
//openapi:schema ApiKeyOwner
type keyUser struct {
	ID          domain.ID    `json:"id"`
	DisplayName domain.Name  `json:"display_name"`
	Email       domain.Email `json:"email"`
}

func toKeyUser(k people.APIKeyDetails) keyUser {
	user := keyUser{ID: k.UserID}
	if k.User != nil {
		user.DisplayName, user.Email = k.User.DisplayName, k.User.Email
	}
	return user
}

func toInventoryAnswer(k people.APIKeyDetails, now domain.Instant) inventoryAnswer {
	return inventoryAnswer{apiKeyAnswer: toAnswer(k, now), User: toKeyUser(k)}
}

func (f *Family) inventory(ctx context.Context, r *route.Request,
	in paging.Query) (route.List[inventoryAnswer], error) {
	page, err := f.store.WorkspaceKeys(ctx, r.WorkspaceID(), peopledb.APIKeys, in.Page(r))
	return paging.ToList(page, err, func(k people.APIKeyDetails) inventoryAnswer { return toInventoryAnswer(k, r.Now) })
}

// apiKeyAnswer describes a key without its secret.
//
//openapi:schema ApiKey
type apiKeyAnswer struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	Name        domain.Name         `json:"name"`
	Access      people.KeyAccess    `json:"access"`    // read, time or full
	Prefix      string              `json:"prefix"`    // The first characters of the key.
	LastFour    string              `json:"last_four"` // The last four characters of the key.
	CreatedAt   domain.Instant      `json:"created_at"`
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // recorded at most once an hour; null when never used
	ExpiresAt   *domain.Instant     `json:"expires_at"`   // null when it never expires
	RevokedAt   *domain.Instant     `json:"revoked_at"`   // null when it is not revoked, or when the time is unknown
	Status      people.APIKeyStatus `json:"status"`       // active, expired or revoked
}

// toAnswer describes a key as it is at a time.
func toAnswer(k people.APIKeyDetails, now domain.Instant) apiKeyAnswer {
	return apiKeyAnswer{
		ID: k.ID, WorkspaceID: k.WorkspaceID, Name: k.Name, Access: k.AccessOrFull(), Prefix: k.Prefix, LastFour: k.LastFour,
		CreatedAt: k.CreatedAt, LastUsedAt: k.LastUsedAt, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevocationTime(),
		Status: k.Status(now),
	}
}
