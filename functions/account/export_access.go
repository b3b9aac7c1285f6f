package account

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/paging"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// exportedKey is an API key of the account, without its secret.
type exportedKey struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	Name        domain.Name         `json:"name"`
	Access      people.KeyAccess    `json:"access"`    // How much the key may do of what its owner may.
	LastFour    string              `json:"last_four"` // The last four characters of the key.
	CreatedAt   domain.Instant      `json:"created_at"`
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // When it was last used, to the hour; null: never.
	ExpiresAt   *domain.Instant     `json:"expires_at"`
	Status      people.APIKeyStatus `json:"status"`
}

// exportedApp is the access that the account gave to an app.
type exportedApp struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	ClientID    string              `json:"client_id"` // The client id of the app.
	Name        domain.Name         `json:"name"`
	Access      people.KeyAccess    `json:"access"` // How much the app may do of what the user may.
	CreatedAt   domain.Instant      `json:"created_at"`
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // When it was last used, to the hour; null: never.
	ExpiresAt   *domain.Instant     `json:"expires_at"`
	Status      people.APIKeyStatus `json:"status"`
}

// exportedFeed is a calendar feed of the account, without its address.
type exportedFeed struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	Name        domain.Name         `json:"name"`
	ProjectID   *domain.ID          `json:"project_id"` // whose time it has; null for the user's own
	CreatedAt   domain.Instant      `json:"created_at"`
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // When it was last used, to the hour; null: never.
	ExpiresAt   *domain.Instant     `json:"expires_at"`
	Status      people.APIKeyStatus `json:"status"`
}

// exportedInvitation is an invitation that waits for the account.
type exportedInvitation struct {
	ID            domain.ID      `json:"id"`
	WorkspaceID   domain.ID      `json:"workspace_id"`
	WorkspaceName domain.Name    `json:"workspace_name"`
	Role          people.Role    `json:"role"`
	CreatedAt     domain.Instant `json:"created_at"`
}

// maxExportedInvitations is how many open invitations an export has.
const maxExportedInvitations = 100

// exportAccess adds who and what else may use the account, and the invitations.
func (f *Family) exportAccess(ctx context.Context, r *route.Request, answer *exportedAccount) error {
	if err := f.exportKeys(ctx, r, answer); err != nil {
		return err
	}
	if err := f.exportPasskeys(ctx, r.User, answer); err != nil {
		return err
	}
	return f.exportInvitations(ctx, r, answer)
}

// exportKeys adds the API keys, the apps and the calendar feeds.
func (f *Family) exportKeys(ctx context.Context, r *route.Request, answer *exportedAccount) error {
	keys, err := f.store.FirstKeys(ctx, r.User.ID, peopledb.APIKeys)
	if err != nil {
		return err
	}
	answer.APIKeys = paging.ToRows(keys, func(k people.APIKeyDetails) exportedKey {
		return exportedKey{k.ID, k.WorkspaceID, k.Name, k.AccessOrFull(), k.LastFour, k.CreatedAt, k.LastUsedAt, k.ExpiresAt,
			k.Status(r.Now)}
	})
	grants, err := f.store.FirstKeys(ctx, r.User.ID, peopledb.Grants)
	if err != nil {
		return err
	}
	answer.Apps = paging.ToRows(grants, func(k people.APIKeyDetails) exportedApp {
		return exportedApp{k.ID, k.WorkspaceID, k.App.ClientID, k.App.Name, k.AccessOrFull(), k.CreatedAt, k.LastUsedAt,
			k.Expiry(), k.Status(r.Now)}
	})
	feeds, err := f.store.FirstKeys(ctx, r.User.ID, peopledb.CalendarFeeds)
	answer.CalendarFeeds = paging.ToRows(feeds, func(k people.APIKeyDetails) exportedFeed {
		return exportedFeed{k.ID, k.WorkspaceID, k.Name, k.Feed.ProjectID.OrNull(), k.CreatedAt, k.LastUsedAt, k.ExpiresAt,
			k.Status(r.Now)}
	})
	return err
}

// exportPasskeys adds the passkeys.
func (f *Family) exportPasskeys(ctx context.Context, u people.User, answer *exportedAccount) error {
	if !u.HasPasskey() {
		return nil
	}
	passkeys, err := f.store.Passkeys(ctx, u.ID)
	answer.Passkeys = paging.ToRows(passkeys, toPasskey)
	return err
}

// exportInvitations adds the open invitations. An address that is not verified may be that of another person, whose
// invitations are not the caller's.
func (f *Family) exportInvitations(ctx context.Context, r *route.Request, answer *exportedAccount) error {
	answer.Invitations = []exportedInvitation{}
	if !r.User.EmailVerified {
		return nil
	}
	page := paging.Query{}.Page(r)
	page.Limit = maxExportedInvitations
	invitations, err := f.store.InvitationsForEmail(ctx, r.User.Email, page)
	answer.Invitations = paging.ToRows(invitations.Items, func(d people.InvitationDetails) exportedInvitation {
		i := d.Invitation
		return exportedInvitation{i.ID, i.WorkspaceID, d.Workspace.Name, i.Role, i.CreatedAt}
	})
	return err
}
