package commands

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) projects() *cobra.Command {
	var archived, tasks bool
	c := &cobra.Command{
		Use:   "projects [TEXT]",
		Short: "List projects, and their tasks",
		Example: `  stint projects
  stint projects engine --tasks`,
		Args: oneText, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.runProjects(ctx, s, api.ProjectsListParams{
				Search: domain.OrNull(strings.Join(args, "")), IsArchived: &archived,
			}, tasks)
		}),
	}
	c.Flags().BoolVar(&archived, "archived", false, "archived projects instead of the others")
	c.Flags().BoolVar(&tasks, "tasks", false, "also their tasks")
	return c
}

func (a *app) runProjects(ctx context.Context, s *session, params api.ProjectsListParams, tasks bool) error {
	for project, err := range client.Records(ctx, s.ProjectsListWithResponse, &params) {
		if err != nil {
			return err
		}
		if err := a.screen.Record(project.Raw, a.screen.Paint(screen.Bold, screen.Clean(project.Value.Name))); err != nil {
			return err
		}
		if tasks {
			if err := a.printTasks(ctx, s, project.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *app) printTasks(ctx context.Context, s *session, project api.Project) error {
	all := client.Records(ctx, client.Below(s.TasksListWithResponse, project.Id),
		&api.TasksListParams{IsArchived: new(false)})
	return printNames(a, all, func(t api.Task) (string, error) { return "  " + t.Name, nil })
}
