package people

import (
	"net/netip"

	"stint/shared/domain"
	"stint/shared/problem"
)

// Workspace is a company's or team's space. Everything but accounts belongs to
// exactly one.
type Workspace struct {
	ID                       domain.ID         `db:"id"`
	OwnerID                  domain.ID         `db:"owner_id"` // the owner; members do not store it
	Name                     domain.Name       `db:"name"`
	Timezone                 domain.Timezone   `db:"tz"`
	WeekStart                domain.WeekStart  `db:"week"`
	DefaultProjectVisibility domain.Visibility `db:"vis"`
	MembersCanCreateProjects bool              `db:"mcp"`
	MembersCanCreateTags     bool              `db:"mct"`
	AllowOverlap             bool              `db:"overlap"`
	// set: invisible; restored, or purged after PurgeAt
	DeletedAt *domain.Instant `db:"deleted_at,omitempty"`
	CreatedAt domain.Instant  `db:"created"`
	Version   int64           `db:"ver"`
	MadeBy    domain.ID       `db:"maker,omitempty"` // who made it and counts it; "" is nobody

	AllowedNetworks []Network `db:"nets,omitempty"` // of members; nil is all

	Apps         AppPolicy `db:"apps,omitempty"`           // which apps members may allow; "" is any
	AppEpoch     int64     `db:"app_epoch,omitempty"`      // of registered apps; see EpochOf
	OpenAppEpoch int64     `db:"open_app_epoch,omitempty"` // of other apps
	OAuthClients int64     `db:"oauth,omitempty"`          // how many it has; no change of the version

	RequireSecondFactor bool    `db:"req_2f,omitempty"`    // of every member; see MissingProof
	RequireSSO          bool    `db:"req_sso,omitempty"`   // of every member
	KeyEpoch            int64   `db:"key_epoch,omitempty"` // API keys of an older epoch are never valid again
	KeyEnds             KeyEnds `db:"key_ends,omitempty"`  // when KeyEpoch was raised
	// the most days that a new API key may live; nil is no limit
	MaxKeyDays *int64 `db:"max_key_days,omitempty"`
	// of a deleted workspace: when its purge is due; nil is at once
	PurgeAt      *domain.Instant `db:"purge_at,omitempty"`
	PurgeBegunAt *domain.Instant `db:"purging,omitempty"` // when its purge began
	// how often a user became an active member; no change of the version
	Joins    int64 `db:"joins,omitempty"`
	Webhooks int64 `db:"hooks,omitempty"` // how many webhooks it has; no change of the version
	Logo     *Logo `db:"logo,omitempty"`  // its picture is a LogoFile; nil without one
	// whether it has a TimerWatch; false only if it is older than those
	TimersWatched bool `db:"watched,omitempty"`
	// when its owner became that by a transfer; nil if it was never transferred
	OwnedSince *domain.Instant `db:"owned,omitempty"`
}

// NewWorkspace makes a workspace with the default settings, owned by the user.
func NewWorkspace(owner domain.ID, name domain.Name, now domain.Instant) Workspace {
	return Workspace{
		ID: domain.NewID(), OwnerID: owner, Name: name, Timezone: "UTC", WeekStart: domain.Monday,
		DefaultProjectVisibility: domain.Private, MembersCanCreateTags: true, AllowOverlap: true,
		CreatedAt: now, Version: 1, TimersWatched: true,
	}
}

// NextVersion is the workspace after one more change of its settings.
func (w Workspace) NextVersion() Workspace {
	w.Version++
	return w
}

// TransferTo is the workspace with another owner.
func (w Workspace) TransferTo(user domain.ID, now domain.Instant) Workspace {
	w.OwnerID, w.OwnedSince = user, &now
	return w.NextVersion()
}

// MissingProof is what the sign-in policy of the workspace requires of a member and
// they lack: network_not_allowed, second_factor_required or sso_required; "" for nothing. The session is nil
// for an API key, whose owner must have what is required.
func (w Workspace) MissingProof(u User, session *Session, from netip.Addr) problem.Detail {
	if !w.Allows(from) {
		return problem.NetworkNotAllowed
	}
	_, linked := u.FindLogin(ProviderExternal)
	sso := linked && (session == nil || session.Method == BySSO)
	factor := u.HasSecondFactor() && (session == nil || session.Method == BySecondFactor) ||
		u.HasPasskey() && (session == nil || session.Method == ByPasskey)
	switch {
	case w.RequireSSO && !sso:
		return problem.SSORequired
	case w.RequireSecondFactor && !factor && !sso: // single sign-on counts as a second factor
		return problem.SecondFactorRequired
	default:
		return ""
	}
}
