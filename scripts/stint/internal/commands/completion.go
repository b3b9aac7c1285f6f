package commands

import (
	"strings"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

// completeProjects completes the name of a project.
func (a *app) completeProjects(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	s, err := a.connect()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var found []string
	params := &api.ProjectsListParams{Search: optional(typed), IsArchived: new(false), Limit: new(int64(maxCompleted))}
	for project, err := range client.All(c.Context(), s.ProjectsListWithResponse, params) {
		if err != nil || len(found) == maxCompleted {
			break
		}
		found = appendCompletion(found, project.Name, typed)
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// completeTags completes the name of a tag.
func (a *app) completeTags(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	s, err := a.connect()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var found []string
	for tag, err := range client.All(c.Context(), s.TagsListWithResponse, &api.TagsListParams{Search: optional(typed), Limit: new(int64(maxCompleted))}) {
		if err != nil || len(found) == maxCompleted {
			break
		}
		found = appendCompletion(found, tag.Name, typed)
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// maxCompleted bounds the names that a shell is given.
const maxCompleted = 50

// appendCompletion adds a name that begins as typed, whatever the case.
func appendCompletion(found []string, name, typed string) []string {
	if clean := screen.Clean(name); strings.HasPrefix(lower(clean), lower(typed)) {
		return append(found, clean)
	}
	return found
}
