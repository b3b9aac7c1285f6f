package commands

import (
	"context"
	"strings"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) customer() *cobra.Command {
	var archived bool
	var email string
	add := a.below("add NAME", "Make a client", exactlyOne, func(ctx context.Context, s *session, args []string) error {
		request := api.CustomerCreateRequest{Name: args[0]}
		if email != "" {
			request.Email = new(openapi_types.Email(email))
		}
		made, err := client.GetRecord(s.ClientsCreateWithResponse(ctx, request))
		return a.print(made.Raw, "Added  "+screen.Clean(made.Value.Name), err)
	})
	add.Flags().StringVar(&email, "email", "", "the address that timesheets to sign are sent to")
	list := a.below("list [TEXT]", "List clients", oneText, func(ctx context.Context, s *session, args []string) error {
		all := client.Records(ctx, s.ClientsListWithResponse, &api.ClientsListParams{
			Search: domain.OrNull(strings.Join(args, "")), IsArchived: &archived})
		return printNames(a, all, func(c api.Customer) (string, error) { return c.Name, nil })
	})
	list.Flags().BoolVar(&archived, "archived", false, "archived clients instead of the others")
	return a.family("client", "Make, list and archive clients", `  stint client add "Babbage & Co" --email charles@example.com
  stint client list
  stint client archive babbage`, append(a.archiving("client", a.archiveClient), add, list)...)
}

func (a *app) archiveClient(ctx context.Context, s *session, name string, archived bool) error {
	id, err := s.findClient(ctx, name, !archived)
	if err != nil {
		return err
	}
	changed, err := client.GetRecord(s.ClientsChangeWithResponse(ctx, *id, nil,
		api.CustomerChangeRequest{IsArchived: &archived}))
	return a.print(changed.Raw, archivedOr(archived)+screen.Clean(changed.Value.Name), err)
}
