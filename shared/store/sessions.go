package store

import "stint/shared/domain"

// sessionItem is a session as kept; it goes when it ends.
func sessionItem(x domain.Session) item {
	return expiring(encode(sessionKey(x.UserID, x.ID), x), x.EndsAt())
}
