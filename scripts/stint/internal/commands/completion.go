package commands

import (
	"context"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// completing completes names of the service. cut parts what was typed: into what stays, and the beginning of a name.
func (a *app) completing(cut func(typed string) (before, name string),
	names func(ctx context.Context, s *session, name string) (iter.Seq2[string, error], error)) cobra.CompletionFunc {
	return func(c *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		s, err := a.connect()
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		before, typed := cut(typed)
		all, err := names(c.Context(), s, typed)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var found []string
		for name, err := range all {
			if err != nil || len(found) == maxCompleted {
				break
			}
			found = appendCompletion(found, before, name, typed)
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// oneName is the cut of a text that is one name.
func oneName(typed string) (before, name string) { return "", typed }

// namesOf are the names of records.
func namesOf[T any](all iter.Seq2[T, error], nameOf func(T) string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for record, err := range all {
			if !yield(nameOf(record), err) {
				return
			}
		}
	}
}

// completeProjects completes the name of a project.
func (a *app) completeProjects() cobra.CompletionFunc {
	return a.completing(oneName, func(ctx context.Context, s *session, name string) (iter.Seq2[string, error], error) {
		return namesOf(client.All(ctx, s.ProjectsListWithResponse, &api.ProjectsListParams{Search: domain.OrNull(name),
			IsArchived: new(false), Limit: new(int64(maxCompleted))}), func(p api.Project) string { return p.Name }), nil
	})
}

// completeTags completes the name of the last tag of several.
func (a *app) completeTags() cobra.CompletionFunc {
	return a.completing(cutLast, func(ctx context.Context, s *session, name string) (iter.Seq2[string, error], error) {
		return namesOf(client.All(ctx, s.TagsListWithResponse, &api.TagsListParams{Search: domain.OrNull(name),
			Limit: new(int64(maxCompleted))}), func(t api.Tag) string { return t.Name }), nil
	})
}

// completeTasks completes the name of a task: of the project that is named before it, else of those
// that the user tracked time to.
func (a *app) completeTasks(w *workFlags) cobra.CompletionFunc {
	return a.completing(oneName, func(ctx context.Context, s *session, name string) (iter.Seq2[string, error], error) {
		if w.project == "" {
			tasks, err := s.suggestTasks(ctx, domain.OrNull(name))
			return namesOf(client.Each(tasks), func(t api.SuggestedTask) string { return t.Name }), err
		}
		id, err := s.findProject(ctx, w.project)
		if err != nil {
			return nil, err
		}
		return namesOf(client.All(ctx, client.Below(s.TasksListWithResponse, *id), &api.TasksListParams{
			Search: domain.OrNull(name), IsArchived: new(false)}),
			func(t api.Task) string { return t.Name }), nil
	})
}

// maxCompleted bounds the names that a shell is given.
const maxCompleted = 50

// appendCompletion adds a name that begins as typed, whatever the case. What was typed stays as it
// is, because shells take nothing else. A name that a shell would not take as a plain word is left
// out.
func appendCompletion(found []string, before, name, typed string) []string {
	letters, n := []rune(name), utf8.RuneCountInString(typed)
	if !isPlain(name) || len(letters) < n || !strings.EqualFold(string(letters[:n]), typed) {
		return found
	}
	return append(found, before+typed+string(letters[n:]))
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
