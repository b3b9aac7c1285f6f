package workspaces

import (
	"stint/shared/answers"
	"stint/shared/auth"
	"stint/shared/domain"
)

type workspaceAnswer = answers.Workspace

func toAnswer(w domain.Workspace, role domain.Role) workspaceAnswer {
	return answers.OfWorkspace(w, role)
}

type memberAnswer = answers.WorkspaceMember

func toMemberAnswer(caller auth.Caller, c domain.MemberUser) memberAnswer {
	return answers.OfWorkspaceMember(caller, c)
}
