package store

import (
	"strings"

	"stint/shared/domain"
	"stint/shared/table"
)

// changeTypes are the kinds of records that the change feed covers, by the prefix of
// their sort key: those of a workspace, and those of a user's time in it.
var (
	changeTypes = map[string]domain.ChangeType{
		memberPrefix: domain.ChangeMember, clientPrefix: domain.ChangeClient, projectPrefix: domain.ChangeProject,
		projectMemberPrefix: domain.ChangeProjectMember, taskPrefix: domain.ChangeTask, tagPrefix: domain.ChangeTag,
		invitationPrefix: domain.ChangeInvitation, submissionPrefix: domain.ChangeSubmission,
	}
	timeChangeTypes = map[string]domain.ChangeType{entryPrefix: domain.ChangeEntry}
)

// changeTypeOf is the kind of record that the change feed shows for a key, "" for none,
// and the partition of its workspace.
func changeTypeOf(k table.Key) (kind domain.ChangeType, partition string) {
	prefix, _, _ := strings.Cut(k.SK, "#")
	prefix += "#"
	switch {
	case Workspaces.Matches(k.PK) && k.SK == workspaceSK:
		return domain.ChangeWorkspace, k.PK
	case Workspaces.Matches(k.PK):
		return changeTypes[prefix], k.PK
	case UserTime.Matches(k.PK) && k.SK == timerSK:
		return domain.ChangeEntry, k.PK[:len(Workspaces)]
	case UserTime.Matches(k.PK):
		return timeChangeTypes[prefix], k.PK[:len(Workspaces)]
	}
	return "", ""
}

// changePartition is the partition of table.ByChange that an item belongs to; "" for one
// that the change feed does not show.
func changePartition(k table.Key) string {
	kind, partition := changeTypeOf(k)
	if kind == "" {
		return ""
	}
	return partition
}

// leavesDeletionMark reports whether a record that the change feed shows leaves a deletion
// mark. Submissions, members and workspaces are never deleted alone, and the timer's key
// leaves none.
func leavesDeletionMark(k table.Key) bool {
	switch kind, _ := changeTypeOf(k); kind {
	case "", domain.ChangeSubmission, domain.ChangeMember, domain.ChangeWorkspace:
		return false
	default:
		return k.SK != timerSK
	}
}
