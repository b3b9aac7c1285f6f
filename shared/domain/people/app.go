package people

import (
	"stint/shared/domain"
)

// App is the program of others that may act for a user, as it was when the user allowed it.
type App struct {
	ClientID string      `db:"client"`
	Name     domain.Name `db:"name"`
	Host     string      `db:"host,omitempty"` // of the address that answers are sent to; "" for the command
	Kind     AppKind     `db:"kind"`
	Epoch    int64       `db:"epoch,omitempty"` // that of the workspace for apps of its kind; see Workspace.EpochOf
}

// AppKind says who vouches for an app.
type AppKind string

// The kinds of apps.
const (
	AppDocument   AppKind = "document"   // a Client ID Metadata Document: nobody in the workspace registered it
	AppRegistered AppKind = "registered" // an OAuthClient of the workspace
	AppCommand    AppKind = "command"    // the command stint
)

// CommandClientID is the client id of the command stint.
const CommandClientID = "stint"

// Registered is the id of the app's OAuthClient; "" for another kind of app.
func (a *App) Registered() domain.ID {
	if a == nil || a.Kind != AppRegistered {
		return ""
	}
	return domain.ID(a.ClientID)
}

// GrantLife is how long a grant lives after its last use.
const GrantLife = 90 * domain.Day

// GrantDigest is the digest that the record of a grant is found by. No API key has it, because none has this text.
func GrantDigest(id domain.ID) string { return domain.Digest("grant:" + string(id)) }

// A grant is an API key with an app. So what ends the keys of a user, a member or a workspace ends grants too.

// NewGrant is the grant of an app to act for a member of a workspace from now on.
func NewGrant(u User, m Member, w Workspace, a App, access KeyAccess, now domain.Instant) APIKey {
	a.Epoch = w.EpochOf(a.Kind)
	k := NewAPIKey(u, m, w, a.Name, "", now)
	k.Digest, k.App, k.Access, k.RotatedAt, k.Generation = GrantDigest(k.ID), &a, access, &now, 1
	return k
}

// Unredeemed is the grant while its app has not fetched its tokens: it ends as late as what leads to them.
func (k APIKey) Unredeemed() APIKey {
	k.RotatedAt = nil
	return k
}

// Redeemed is the grant from when its app fetches its tokens.
func (k APIKey) Redeemed(now domain.Instant) APIKey {
	k.RotatedAt = &now
	return k
}

// IsGrant reports whether the key is the grant of an app.
func (k APIKey) IsGrant() bool { return k.App != nil }

// Expiry is when the key expires, unless the grant of an app is used before; nil is never.
func (k APIKey) Expiry() *domain.Instant {
	if !k.IsGrant() {
		return k.ExpiresAt
	}
	if k.RotatedAt == nil && k.LastUsedAt == nil { // its app has not fetched its tokens
		return earliest(new(k.CreatedAt.Plus(DeviceTTL)), k.ExpiresAt)
	}
	used := k.CreatedAt
	for _, at := range []*domain.Instant{k.LastUsedAt, k.RotatedAt} {
		if at != nil && at.After(used.Time) {
			used = *at
		}
	}
	idle := used.Plus(GrantLife)
	return earliest(&idle, k.ExpiresAt)
}

// CheckRefresh checks a refresh token of the given generation of a grant.
func (k APIKey) CheckRefresh(generation uint32, now domain.Instant) RefreshVerdict {
	rotated := k.CreatedAt
	if k.RotatedAt != nil {
		rotated = *k.RotatedAt
	}
	return checkRefresh(generation, k.Generation, rotated, now)
}

// Rotated is the grant with its next refresh token, which is a use.
func (k APIKey) Rotated(now domain.Instant) APIKey {
	k.Generation++
	k.RotatedAt, k.LastUsedAt = &now, &now
	return k
}

// AppPolicy says which apps the members of a workspace may allow.
type AppPolicy string

// The policies.
const (
	AnyApp         AppPolicy = "any"
	RegisteredApps AppPolicy = "registered" // those that the workspace registered, and the command
	NoApp          AppPolicy = "none"
)

// AppPolicy is which apps the members of the workspace may allow.
func (w Workspace) AppPolicy() AppPolicy {
	if w.Apps == "" {
		return AnyApp
	}
	return w.Apps
}

// Allows reports whether the policy allows apps of a kind.
func (p AppPolicy) Allows(kind AppKind) bool {
	return p == AnyApp || p == RegisteredApps && kind != AppDocument
}

// AllowApps is the workspace with another policy. The grants of apps that are not allowed any more are void for good.
func (w Workspace) AllowApps(p AppPolicy) Workspace {
	was := w.AppPolicy()
	if was.Allows(AppDocument) && !p.Allows(AppDocument) {
		w.OpenAppEpoch++
	}
	if was.Allows(AppRegistered) && !p.Allows(AppRegistered) {
		w.AppEpoch++
	}
	w.Apps = p
	return w
}

// EpochOf is the epoch of the grants of apps of a kind: those of an older epoch are void.
func (w Workspace) EpochOf(kind AppKind) int64 {
	if kind == AppDocument {
		return w.OpenAppEpoch
	}
	return w.AppEpoch
}

// endedWithApp reports whether the workspace does not allow the app any more, or deleted its registration.
func (d APIKeyDetails) endedWithApp() bool {
	if d.App == nil || d.Workspace == nil {
		return false
	}
	return !d.Workspace.AppPolicy().Allows(d.App.Kind) || d.Workspace.EpochOf(d.App.Kind) != d.App.Epoch ||
		d.App.Registered() != "" && d.Client == nil
}
