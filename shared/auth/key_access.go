package auth

import (
	"stint/shared/domain"
	"stint/shared/problem"
)

// keyAccess is the least access of an API key that a permission takes. A permission
// that is not listed takes full access.
var keyAccess = map[Permission]domain.KeyAccess{
	ReadWorkspace: domain.AccessRead,
	ReadTime:      domain.AccessRead,
	ReadSettings:  domain.AccessRead,
	ReadAuditLog:  domain.AccessRead,
	ReadWebhooks:  domain.AccessRead,
	TrackTime:     domain.AccessTime,
	SubmitTime:    domain.AccessTime,
}

// KeyAccessFor is the least access of an API key that a permission takes.
func KeyAccessFor(p Permission) domain.KeyAccess {
	if level, listed := keyAccess[p]; listed {
		return level
	}
	return domain.AccessFull
}

// AuthorizeKey decides by the access of the caller's API key alone. A session has
// full access. Errors: forbidden with scope_insufficient.
func AuthorizeKey(c Caller, needed domain.KeyAccess) error {
	if c.APIKey == nil || c.APIKey.AccessOrFull().Covers(needed) {
		return nil
	}
	return problem.Forbidden(problem.ScopeInsufficient)
}

// AuthorizeTimeOf decides whether the caller may write the time of a user: their own,
// or as owner or admin everyone's, but not with a key whose access is time. It assumes
// the permission to write time. Errors: forbidden with role_insufficient or
// scope_insufficient.
func AuthorizeTimeOf(c Caller, user domain.ID) error {
	switch {
	case user == c.User.ID:
		return nil
	case !c.IsOwnerOrAdmin():
		return problem.Forbidden(problem.RoleInsufficient)
	default:
		return AuthorizeKey(c, domain.AccessFull)
	}
}
