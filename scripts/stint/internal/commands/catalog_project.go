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

// projectFlags say what a new project is like.
type projectFlags struct{ client, color, visibility string }

// visibilities are who may see a project.
var visibilities = []string{"public", "private"}

func (a *app) project() *cobra.Command {
	var f projectFlags
	var archived bool
	var billable func() *bool
	add := a.below("add NAME", "Make a project", exactlyOne,
		func(ctx context.Context, s *session, args []string) error {
			request := api.ProjectCreateRequest{Name: args[0], Color: domain.OrNull(f.color), IsBillable: billable()}
			return a.addProject(ctx, s, request, f)
		})
	add.Flags().StringVarP(&f.client, "client", "c", "", "its client, by the beginning of the name")
	add.Flags().StringVar(&f.color, "color", "", "its colour, such as #4a7fb5")
	add.Flags().StringVar(&f.visibility, "visibility", "", "who may see it: public or private; by default as the "+
		"workspace says")
	billable = addBillableTo(add)
	list := a.below("list [TEXT]", "List projects with their clients", oneText,
		func(ctx context.Context, s *session, args []string) error {
			return a.listProjects(ctx, s, strings.Join(args, ""), archived)
		})
	list.Flags().BoolVar(&archived, "archived", false, "archived projects instead of the others")
	return a.family("project", "Make, list and archive projects", `  stint project add "Difference Engine" --client babbage
  stint project list
  stint project archive babbage/difference`, append(a.archiving("project", a.archiveProject), add, list)...)
}

func (a *app) addProject(ctx context.Context, s *session, request api.ProjectCreateRequest,
	f projectFlags) (err error) {
	if f.visibility != "" {
		if err := choose("visibility", []string{f.visibility}, visibilities, 1); err != nil {
			return err
		}
		request.Visibility = new(api.ProjectCreateRequestVisibility(f.visibility))
	}
	if f.client != "" {
		if request.ClientId, err = s.findClient(ctx, f.client, false); err != nil {
			return err
		}
	}
	made, err := client.GetRecord(s.ProjectsCreateWithResponse(ctx, request))
	if err != nil {
		return err
	}
	name, err := s.clientName(ctx, map[uuid.UUID]string{}, made.Value.ClientId)
	return a.print(made.Raw, "Added  "+screen.Clean(name+made.Value.Name), err)
}

func (a *app) listProjects(ctx context.Context, s *session, text string, archived bool) error {
	names := map[uuid.UUID]string{}
	all := client.Records(ctx, s.ProjectsListWithResponse,
		&api.ProjectsListParams{Search: domain.OrNull(text), IsArchived: &archived})
	return printNames(a, all, func(p api.Project) (string, error) {
		if a.screen.JSON {
			return "", nil
		}
		name, err := s.clientName(ctx, names, p.ClientId)
		return name + p.Name, err
	})
}

func (a *app) archiveProject(ctx context.Context, s *session, name string, archived bool) error {
	id, err := s.findProjectOf(ctx, name, !archived)
	if err != nil {
		return err
	}
	changed, err := client.GetRecord(s.ProjectsChangeWithResponse(ctx, *id, nil,
		api.ProjectChangeRequest{IsArchived: &archived}))
	return a.print(changed.Raw, archivedOr(archived)+screen.Clean(changed.Value.Name), err)
}
