package store

import (
	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/problem"
	"stint/shared/table"
)

// MemberChanger is who changes the role or the state of a member, as they were read. They
// must still have the right when it is written. Otherwise, of two admins who each
// deactivate the other at the same time, both would succeed.
type MemberChanger struct {
	UserID  domain.ID // "" is not another member
	IsOwner bool      // of the workspace
}

// errRightLost is the error of a change by someone who lost the right to it.
var errRightLost = problem.Conflict(problem.WriteRace, "Your own membership was changed by another request. Try again.")

// checks hold while the changer may still change the member, who is not the owner.
func (by MemberChanger) checks(w, member domain.ID) []table.Action {
	if by.IsOwner {
		isOwner := expression.And(workspaceExists, expression.Name("owner_id").Equal(expression.Value(string(by.UserID))))
		return []table.Action{table.Check(workspaceKey(w), isOwner).Or(errRightLost)}
	}
	checks := []table.Action{table.Check(workspaceKey(w), isNotOwner(member)).Or(domain.ErrOwnerRequired)}
	if by.UserID == "" || by.UserID == member {
		return checks
	}
	return append(checks, table.Check(memberKey(w, by.UserID), isAdmin()).Or(errRightLost))
}

// isAdmin holds while the member is an active admin.
func isAdmin() expression.ConditionBuilder {
	return expression.And(
		expression.Name("state").Equal(expression.Value(string(domain.MemberActive))),
		expression.Name("role").Equal(expression.Value(string(domain.RoleAdmin))),
	)
}
