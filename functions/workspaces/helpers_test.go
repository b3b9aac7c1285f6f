package workspaces_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/internal/apitest"
)

type object = map[string]any

const unknownID = "01890000-0000-7000-8000-000000000000"

func workspacePath(p *apitest.User) string { return "/api/workspaces/" + p.WorkspaceID }

func memberPath(of, member *apitest.User) string { return workspacePath(of) + "/members/" + member.ID }

// createKey creates an API key of a user for their workspace.
func createKey(p *apitest.User) string {
	return p.Post("/api/me/workspaces/"+p.WorkspaceID+"/api-keys", object{"name": "script"}).OK()["token"].(string)
}

// listRoles lists the members as "name role", former members in brackets.
func listRoles(t *testing.T, p *apitest.User) string {
	t.Helper()
	var all []string
	for _, m := range p.Get(workspacePath(p) + "/members?include_deactivated=true").Items() {
		one := m["display_name"].(string) + " " + m["role"].(string)
		if m["is_deactivated"] == true {
			one = "[" + one + "]"
		}
		all = append(all, one)
	}
	return strings.Join(all, ", ")
}

// joinSorted are the names of the targets of events, in their order.
func joinSorted(events []map[string]any) string {
	var all []string
	for _, e := range events {
		all = append(all, fmt.Sprint(e["target"].(object)["name"]))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// formatWorkspaces are the names of workspaces in a list.
func formatWorkspaces(items []map[string]any) string {
	var all []string
	for _, w := range items {
		all = append(all, w["name"].(string)+" "+w["role"].(string))
	}
	return strings.Join(all, ", ")
}
