package commands

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

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
	before, last := cutLast(typed)
	for tag, err := range client.All(c.Context(), s.TagsListWithResponse,
		&api.TagsListParams{Search: optional(last), Limit: new(int64(maxCompleted))}) {
		if err != nil || len(found) == maxCompleted {
			break
		}
		found = appendCompletion(found, tag.Name, last)
	}
	for i := range found {
		found[i] = before + found[i]
	}
	return found, cobra.ShellCompDirectiveNoFileComp
}

// completeTasks completes the name of a task: of the project that is named before it, else of those
// that the user tracked time to.
func (a *app) completeTasks(w *workFlags) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		s, err := a.connect()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		all, err := s.taskNames(c.Context(), w.project, typed)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var found []string
		for _, name := range all {
			if found = appendCompletion(found, name, typed); len(found) == maxCompleted {
				break
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// taskNames are the names of tasks that a text is in.
func (s *session) taskNames(ctx context.Context, project, text string) (all []string, err error) {
	if project == "" {
		found, err := client.Get(s.TrackerSuggestionsWithResponse(ctx, &api.TrackerSuggestionsParams{
			Search: optional(text), TasksLimit: new(int64(maxSuggested)), EntriesLimit: new(int64(0)),
			ProjectsLimit: new(int64(0)),
		}))
		if err != nil {
			return nil, err
		}
		for _, task := range found.Tasks {
			all = append(all, task.Name)
		}
		return all, nil
	}
	id, err := s.findProject(ctx, project)
	if err != nil {
		return nil, err
	}
	for task, err := range client.All(ctx, client.Below(s.TasksListWithResponse, *id),
		&api.TasksListParams{Search: optional(text), IsArchived: new(false), Limit: new(int64(200))}) {
		if err != nil {
			return nil, err
		}
		all = append(all, task.Name)
	}
	return all, nil
}

// maxCompleted bounds the names that a shell is given.
const maxCompleted = 50

// appendCompletion adds a name that begins as typed, whatever the case. What was typed stays as it
// is, because shells take nothing else. A name that a shell would not take as a plain word is left
// out.
func appendCompletion(found []string, name, typed string) []string {
	letters, n := []rune(name), utf8.RuneCountInString(typed)
	if !isPlain(name) || len(letters) < n || !strings.EqualFold(string(letters[:n]), typed) {
		return found
	}
	return append(found, typed+string(letters[n:]))
}

// isPlain reports whether a name is safe to give to a shell, even where its script quotes nothing:
// names come from all members of a workspace, and some scripts insert what several names begin
// with as it is. The scripts show what begins with _activeHelp_ as if the command said it.
func isPlain(name string) bool {
	return screen.Clean(name) == name && !strings.HasPrefix(name, "_activeHelp_") &&
		!strings.ContainsAny(name, "\\$`\"';&|<>(){}[]*?!~^#=:")
}

// The part of cobra's script for bash that escapes a name, if it is the only one. Of several names,
// bash inserts what they begin with, which has to be escaped as well.
const (
	escapesOne = `if (( ${#COMPREPLY[@]} == 1 )); then
            COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]}")
        fi`
	escapesAll = `if (( ${#COMPREPLY[@]} )); then
            IFS=$'\n' read -ra COMPREPLY -d '' < <(printf "%q\n" "${COMPREPLY[@]}")
        fi`
)

var errOtherScript = errors.New("the completion script has another form than this program knows")

// escapeInBash makes the script for bash escape all names that it proposes.
func escapeInBash(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	bash, _, err := root.Find([]string{"completion", "bash"})
	if err != nil {
		return // the command is not there
	}
	bash.RunE = func(c *cobra.Command, _ []string) error {
		plain, _ := c.Flags().GetBool("no-descriptions")
		var script strings.Builder
		if err := root.GenBashCompletionV2(&script, !plain); err != nil {
			return err
		}
		if strings.Count(script.String(), escapesOne) != 1 {
			return errOtherScript
		}
		_, err := c.OutOrStdout().Write([]byte(strings.Replace(script.String(), escapesOne, escapesAll, 1)))
		return err
	}
}
