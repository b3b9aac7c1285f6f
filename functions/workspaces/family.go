// Package workspaces is about the rooms people work in, and who is in them.
package workspaces

import (
	"context"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/tracking"
)

// Store is what this family keeps and reads.
type Store interface {
	WorkspaceStore
	MemberStore
	tracking.Reader
}

// WorkspaceStore keeps workspaces.
type WorkspaceStore interface {
	// CreateWorkspace makes a workspace with its owner, all or nothing.
	CreateWorkspace(ctx context.Context, x store.WorkspaceWrite) error
	// MembershipPage lists the workspaces that a user is an active member of.
	// Errors: validation with cursor_invalid.
	MembershipPage(ctx context.Context, user domain.ID, p store.PageRequest) (store.Page[domain.Membership], error)
	// ChangeWorkspace writes the settings of a workspace that was read. Errors:
	// conflict when it was changed meanwhile.
	ChangeWorkspace(ctx context.Context, was, now domain.Workspace) error
	// DeleteWorkspace makes a workspace invisible to everyone at once. Errors:
	// conflict when it was changed meanwhile.
	DeleteWorkspace(ctx context.Context, was, deleted domain.Workspace) error
	// TransferWorkspace makes an active member the owner. Errors: conflict when
	// the workspace or the member was changed meanwhile.
	TransferWorkspace(ctx context.Context, was, now domain.Workspace, to domain.Member) error
}

// MemberStore keeps who is in a workspace.
type MemberStore interface {
	// MemberUser finds a member, active or not. Errors: not_found.
	MemberUser(ctx context.Context, workspace, user domain.ID) (domain.MemberUser, error)
	// MemberUsers lists members, those whose membership has ended only where
	// they are wanted. Errors: validation with cursor_invalid.
	MemberUsers(ctx context.Context, workspace domain.ID, ended bool, p store.PageRequest) (store.Page[domain.MemberUser], error)
	// ChangeMember writes a member that stays or comes back. Errors: conflict
	// when it was changed meanwhile, or the role of the owner would change.
	ChangeMember(ctx context.Context, workspace domain.ID, was, now domain.Member) error
	// EndMember ends a membership and stops its timer, all or nothing. Errors:
	// conflict for the owner, and when the member was changed meanwhile.
	EndMember(ctx context.Context, workspace domain.ID, x store.MembershipEnd) error
}

var _ Store = (*store.Store)(nil)

// Family holds what the operations of this package need.
type Family struct {
	store Store
}

// New builds the family.
func New(d *boot.Deps) *Family { return &Family{store: d.Store} }

// loadMember finds the member that the path names, whatever their state.
func (f *Family) loadMember(ctx context.Context, r *route.Request) (domain.MemberUser, error) {
	return f.store.MemberUser(ctx, r.WorkspaceID(), r.ID("userId"))
}
