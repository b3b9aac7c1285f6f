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

// ofWorkspace is a check or an update of the workspace that fails when the member is its
// owner, or the changer, who was its owner, is not.
func (by MemberChanger) ofWorkspace(a table.Action, member domain.ID) table.Action {
	owner := expression.Name("owner_id")
	if by.IsOwner {
		return a.Provided(owner.Equal(expression.Value(string(by.UserID)))).Or(errRightLost)
	}
	return a.Provided(owner.NotEqual(expression.Value(string(member)))).Or(domain.ErrOwnerRequired)
}

// checks hold while the changer, if it is an admin, still is one.
func (by MemberChanger) checks(w, member domain.ID) []table.Action {
	if by.IsOwner || by.UserID == "" || by.UserID == member {
		return nil
	}
	return []table.Action{table.Check(memberKey(w, by.UserID), isAdmin()).Or(errRightLost)}
}

// isAdmin holds while the member is an active admin.
func isAdmin() expression.ConditionBuilder {
	return expression.And(
		expression.Name("state").Equal(expression.Value(string(domain.MemberActive))),
		expression.Name("role").Equal(expression.Value(string(domain.RoleAdmin))),
	)
}
