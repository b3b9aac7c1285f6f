package apikeys

import "stint/shared/domain"

// apiKeyAnswer describes a key without its secret.
type apiKeyAnswer struct {
	ID          domain.ID           `json:"id"`
	WorkspaceID domain.ID           `json:"workspace_id"`
	Name        domain.Name         `json:"name"`
	Access      domain.KeyAccess    `json:"access"` // read, time or full
	Prefix      string              `json:"prefix"`
	LastFour    string              `json:"last_four"`
	CreatedAt   domain.Instant      `json:"created_at"`
	LastUsedAt  *domain.Instant     `json:"last_used_at"` // recorded at most once an hour; null when never used
	ExpiresAt   *domain.Instant     `json:"expires_at"`   // null when it never expires
	RevokedAt   *domain.Instant     `json:"revoked_at"`   // null when it is not revoked, or when the time is unknown
	Status      domain.APIKeyStatus `json:"status"`       // active, expired or revoked
}

// toAnswer describes a key as it is at a time.
func toAnswer(k domain.APIKeyDetails, now domain.Instant) apiKeyAnswer {
	return apiKeyAnswer{
		ID: k.ID, WorkspaceID: k.WorkspaceID, Name: k.Name, Access: k.AccessOrFull(), Prefix: k.Prefix, LastFour: k.LastFour,
		CreatedAt: k.CreatedAt, LastUsedAt: k.LastUsedAt, ExpiresAt: k.ExpiresAt, RevokedAt: k.RevocationTime(), Status: k.Status(now),
	}
}
