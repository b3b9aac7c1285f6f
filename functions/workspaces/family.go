// Package workspaces has the routes for workspaces and their members.
package workspaces

import (
	"context"
	"time"

	"stint/shared/answers"
	"stint/shared/boot"
	"stint/shared/domain/people"
	"stint/shared/route"
	"stint/shared/store"
)

// Family holds the dependencies of this package's operations.
type Family struct {
	store         *store.Store
	maxWorkspaces int           // that one user may have made; 0 is no limit
	byOperator    bool          // whether only those make workspaces whom the operator allows
	purgeAfter    time.Duration // how long a deleted workspace can be restored
}

type (
	workspaceAnswer = answers.Workspace
	memberAnswer    = answers.WorkspaceMember
)

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
