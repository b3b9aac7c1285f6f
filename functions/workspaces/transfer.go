package workspaces

import (
	"context"

	"stint/shared/answers"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
)

type transferInput struct {
	Body struct {
		UserID domain.ID `json:"userId"`
	}
}

// transfer makes another member the owner. The owner is an attribute of the
// workspace, so there is exactly one at every moment. Whoever was the owner is an admin then.
func (f *Family) transfer(ctx context.Context, r *route.Request, in transferInput) (workspaceAnswer, error) {
	if in.Body.UserID == r.User.ID {
		return workspaceAnswer{}, problem.Conflict(problem.AlreadyOwner, "You own the workspace already.")
	}
	to, err := f.store.MemberUser(ctx, r.WorkspaceID(), in.Body.UserID)
	if problem.Is(err, problem.CodeNotFound) || err == nil && (!to.Member.Active() || !to.User.MayAct()) {
		return workspaceAnswer{}, problem.InvalidField("userId", problem.UserNotFound)
	}
	if err != nil {
		return workspaceAnswer{}, err
	}
	w := r.Workspace.TransferTo(to.Member.UserID, r.Now)
	return answers.OfWorkspace(w, people.RoleAdmin), f.store.TransferWorkspace(ctx, *r.Workspace, w, to.Member)
}
