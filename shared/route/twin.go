package route

import (
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/domain/audit"
)

// TwinSuffix ends the id of a route that is the twin of another one for API keys.
const TwinSuffix = ".v1"

// WithTwins adds after each route that is about a workspace its twin for API keys, except
// after those that are SessionOnly.
func WithTwins(specs []Spec) []Spec {
	all := make([]Spec, 0, 2*len(specs))
	for _, s := range specs {
		all = append(all, s)
		if s.hasTwin() {
			all = append(all, s.twin())
		}
	}
	return all
}

func (s Spec) hasTwin() bool {
	rule, _ := auth.RuleOf(s.Permission)
	return s.Credential == auth.Session && rule.Requires == auth.RequiresWorkspace && !s.SessionOnly
}

// twin declares the same operation for API keys.
func (s Spec) twin() Spec {
	s.ID += TwinSuffix
	s.Path = twinPath(s.Path)
	s.Credential, s.Fresh = auth.APIKey, ""
	if s.Op.AnswersList() {
		s.Audit = append(slices.Clone(s.Audit), audit.ListRead)
	}
	return s
}

// twinPath is the path below /api/v1 of the twin. An API key belongs to one workspace, so
// the path does not name it. The path of the workspace itself ends in /workspace.
func twinPath(path string) string {
	const workspace = "/workspaces/{workspaceId}"
	path = strings.TrimPrefix(path, "/api")
	if path == workspace {
		path = "/workspace"
	}
	for _, prefix := range []string{workspace, "/workspaces/me"} {
		path = strings.TrimPrefix(path, prefix)
	}
	return "/api/v1" + path
}
