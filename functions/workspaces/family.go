// Package workspaces has the routes for workspaces and their members.
package workspaces

import (
	"context"
	"time"

	"stint/shared/boot"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/peopledb"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
)

// Store is the part of the store that this family uses.
type Store interface {
	WorkspaceStore
	MemberStore
	tracking.Ender
	// AuditEvents lists the events of the audit log for which keep is true, newest
	// first. Errors: validation with cursor_invalid.
	AuditEvents(ctx context.Context, workspace people.Workspace, in timedb.Span, p store.PageRequest,
		keep func(audit.Record) bool) (store.Page[audit.Record], error)
	// DeletedUsers returns those of the given users whose accounts are deleted.
	DeletedUsers(ctx context.Context, users ...domain.ID) (map[domain.ID]bool, error)
}

// WorkspaceStore stores workspaces.
type WorkspaceStore interface {
	// CreateWorkspace creates a workspace and its owner in one transaction. Errors:
	// conflict with limit_reached.
	CreateWorkspace(ctx context.Context, x peopledb.WorkspaceWrite) error
	// MembershipPage lists the workspaces that a user is an active member of.
	// Errors: validation with cursor_invalid.
	MembershipPage(ctx context.Context, user domain.ID, p store.PageRequest) (store.Page[people.Membership], error)
	// ChangeWorkspace writes the settings of a workspace. Errors: conflict when it
	// has changed since it was read.
	ChangeWorkspace(ctx context.Context, was, now people.Workspace) error
	// ChangeLogo writes the logo of a workspace; nil removes it. Errors: conflict when the workspace has changed
	// since it was read.
	ChangeLogo(ctx context.Context, was, now people.Workspace, file *people.LogoFile) error
	// DeleteWorkspace marks a workspace as deleted, which hides it from everyone at
	// once, and queues its purge for when it is due. Errors: conflict when it has
	// changed since it was read.
	DeleteWorkspace(ctx context.Context, was, deleted people.Workspace) error
	// RestoreWorkspace makes a deleted workspace visible again. Errors: conflict when
	// it has changed since it was read.
	RestoreWorkspace(ctx context.Context, was, now people.Workspace) error
	// TransferWorkspace makes an active member the owner. Errors: conflict when the
	// workspace or the member has changed since it was read.
	TransferWorkspace(ctx context.Context, was, now people.Workspace, to people.Member) error
}

// MemberStore stores the members of workspaces.
type MemberStore interface {
	// WorkspaceNow reads a workspace again. Errors: not_found, also for a deleted one.
	WorkspaceNow(ctx context.Context, workspace domain.ID) (people.Workspace, error)
	// MemberUser finds a member, active or not. Errors: not_found.
	MemberUser(ctx context.Context, workspace, user domain.ID) (people.MemberUser, error)
	// MemberUsers lists members; with ended, also those whose membership has ended.
	// Errors: validation with cursor_invalid.
	MemberUsers(ctx context.Context, workspace domain.ID, ended bool,
		p store.PageRequest) (store.Page[people.MemberUser], error)
	// ChangeMember writes a member who stays or is reactivated. Errors: conflict when
	// it has changed since it was read, the role of the owner would change, or who
	// changes it may not do so any more.
	ChangeMember(ctx context.Context, workspace domain.ID, by peopledb.MemberChanger, was, now people.Member,
		events ...audit.Event) error
	// EndMemberAccess ends the sessions and API keys of a member for the workspace. Errors: conflict when the member was
	// changed concurrently, or who ends them may not do so any more.
	EndMemberAccess(ctx context.Context, workspace domain.ID, by peopledb.MemberChanger, x people.MemberUser) error
}

var _ Store = (*store.Store)(nil)

// Family holds the dependencies of this package's operations.
type Family struct {
	store         Store
	maxWorkspaces int           // that one user may have made; 0 is no limit
	byOperator    bool          // whether only those make workspaces whom the operator allows
	purgeAfter    time.Duration // how long a deleted workspace can be restored
}

// Function is the Lambda function of this family.
var Function = boot.NewFunction("workspaces", Routes, New)

// New builds the family.
func New(d *boot.Deps) *Family {
	return &Family{
		store: d.Store, maxWorkspaces: d.Config.Limits.Workspaces, byOperator: d.Config.WorkspacesByOperator,
		purgeAfter: time.Duration(d.Config.PurgeAfterDays) * 24 * time.Hour,
	}
}

// loadMember finds the member that the path names, active or not. Errors:
// not_found.
func (f *Family) loadMember(ctx context.Context, r *route.Request) (people.MemberUser, error) {
	return f.store.MemberUser(ctx, r.WorkspaceID(), r.ID("userId"))
}
