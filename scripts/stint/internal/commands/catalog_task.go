package commands

import (
	"context"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) task() *cobra.Command {
	var archived bool
	var project string
	add := a.below("add NAME", "Make a task of a project", exactlyOne,
		func(ctx context.Context, s *session, args []string) error {
			id, err := s.findProject(ctx, project)
			if err != nil {
				return err
			}
			made, err := client.GetRecord(s.TasksCreateWithResponse(ctx, *id, api.TaskCreateRequest{Name: args[0]}))
			return a.print(made.Raw, "Added  "+screen.Clean(made.Value.Name), err)
		})
	list := a.below("list [TEXT]", "List the tasks of a project", oneText,
		func(ctx context.Context, s *session, args []string) error {
			id, err := s.findProject(ctx, project)
			if err != nil {
				return err
			}
			return printNames(a, client.Records(ctx, client.Below(s.TasksListWithResponse, *id), &api.TasksListParams{
				Search: domain.OrNull(strings.Join(args, "")), IsArchived: &archived}),
				func(t api.Task) (string, error) { return t.Name, nil })
		})
	list.Flags().BoolVar(&archived, "archived", false, "archived tasks instead of the others")
	all := append(a.archiving("task", func(ctx context.Context, s *session, name string, archived bool) error {
		return a.archiveTask(ctx, s, project, name, archived)
	}), add, list)
	for _, c := range all {
		c.Flags().StringVarP(&project, "project", "p", "", "project, by the beginning of its name")
		_ = c.MarkFlagRequired("project")
		_ = c.RegisterFlagCompletionFunc("project", a.completeProjects())
	}
	return a.family("task", "Make, list and archive tasks of projects", `  stint task add Carriage -p difference
  stint task list -p difference
  stint task archive carriage -p difference`, all...)
}

func (a *app) archiveTask(ctx context.Context, s *session, project, name string, archived bool) error {
	within, err := s.findProject(ctx, project)
	if err != nil {
		return err
	}
	id, err := s.findTaskOf(ctx, *within, name, !archived)
	if err != nil {
		return err
	}
	changed, err := client.GetRecord(s.TasksChangeWithResponse(ctx, *id, nil,
		api.TaskChangeRequest{IsArchived: &archived}))
	return a.print(changed.Raw, archivedOr(archived)+screen.Clean(changed.Value.Name), err)
}

func (a *app) tag() *cobra.Command {
	add := a.below("add NAME", "Make a tag", exactlyOne, func(ctx context.Context, s *session, args []string) error {
		made, err := client.GetRecord(s.TagsCreateWithResponse(ctx, api.TagCreateRequest{Name: args[0]}))
		return a.print(made.Raw, "Added  "+screen.Clean(made.Value.Name), err)
	})
	list := a.below("list [TEXT]", "List tags", oneText, func(ctx context.Context, s *session, args []string) error {
		return printNames(a, client.Records(ctx, s.TagsListWithResponse, &api.TagsListParams{
			Search: domain.OrNull(strings.Join(args, ""))}),
			func(t api.Tag) (string, error) { return t.Name, nil })
	})
	remove := a.below("delete NAME", "Delete a tag that no entry has ever had", exactlyOne, a.deleteTag)
	return a.family("tag", "Make, list and delete tags", `  stint tag add remote
  stint tag list
  stint tag delete remote`, add, list, remove)
}

func (a *app) deleteTag(ctx context.Context, s *session, args []string) error {
	all := client.All(ctx, s.TagsListWithResponse, &api.TagsListParams{Search: searchable(args[0])})
	names := map[uuid.UUID]string{}
	id, err := findIn(all, "tag", args[0], func(t api.Tag) named {
		names[t.Id] = t.Name
		return named{ID: t.Id.String(), Name: t.Name}
	})
	if err != nil {
		return err
	}
	deleted, err := client.GetRecord(s.TagsDeleteWithResponse(ctx, *id, nil))
	return a.print(deleted.Raw, "Deleted  "+screen.Clean(names[*id]), err)
}
