package domain

import "stint/shared/problem"

// The record of a deleted account stays, because time and decisions keep the id of
// their user. It holds nothing personal.

// DeletedUserName is shown in place of the name of a deleted account.
const DeletedUserName Name = "Deleted user"

// Deleted reports whether the account is deleted. It is never restored.
func (u User) Deleted() bool { return u.DeletedAt != nil }

// MarkDeleted is what stays of the user after the deletion of the account. All
// sessions and API keys end.
func (u User) MarkDeleted(now Instant) User {
	return User{
		ID: u.ID, DisplayName: DeletedUserName, Epoch: u.Epoch + 1, APIKeyEpoch: u.APIKeyEpoch + 1, APIKeysVoidedAt: &now,
		CreatedAt: u.CreatedAt, Version: u.Version + 1, DeletedAt: &now,
	}
}

// ErrOwnsSharedWorkspace refuses the deletion of an account that owns a workspace
// with other members.
var ErrOwnsSharedWorkspace = problem.Conflict(problem.OwnerRequired, "You own a workspace that has other members. Transfer or delete it first.")
