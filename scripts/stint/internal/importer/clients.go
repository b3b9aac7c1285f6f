package importer

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/client/api"
)

// ClientError is the error of files that name a project without its client, where the workspace has several projects of
// that name, each with a client. Options.Clients says which one it is.
type ClientError struct {
	Project string   // as in the files
	Clients []string // of the projects in the workspace
}

func (e *ClientError) Error() string {
	var names []string
	for _, c := range e.Clients {
		names = append(names, joined(c, e.Project))
	}
	return fmt.Sprintf("the files name the project %q without a client, and it may be %s: say which one with --client %q",
		e.Project, strings.Join(names, ", or "), e.Project+"="+e.Clients[len(e.Clients)-1])
}

// records are the clients and projects of the workspace that the key's user sees.
type records struct {
	clients  []api.Customer
	projects []api.Project
	names    map[uuid.UUID]string // of both, for people
	// clientsOf are the clients of the projects with a name, in normal form; "" for none.
	clientsOf map[string][]string
	chosen    map[string]string // Options.Clients by the normal form
}

// readRecords reads the clients and projects.
func (d *destination) readRecords(ctx context.Context) (err error) {
	d.records.clients, err = client.Collect(client.All(ctx, d.ClientsListWithResponse, nil))
	if err == nil {
		d.records.projects, err = client.Collect(client.All(ctx, d.ProjectsListWithResponse, nil))
	}
	if err != nil {
		return err
	}
	d.records.names = map[uuid.UUID]string{}
	for _, c := range d.records.clients {
		d.records.names[c.Id] = c.Name
	}
	d.records.clientsOf, d.records.chosen = map[string][]string{}, map[string]string{}
	for project, of := range d.options.Clients {
		d.records.chosen[normal(project)] = of
	}
	for _, p := range d.records.projects {
		name, of := normal(p.Name), d.records.names[orZero(p.ClientId)]
		d.records.clientsOf[name] = append(d.records.clientsOf[name], of)
		d.records.names[p.Id] = joined(of, p.Name)
	}
	return nil
}

// addClient gives a row with a project and no client the client of the only project of that name. An export of Stint
// says itself which projects have none. Errors: *ClientError.
func (d *destination) addClient(r *timefile.Row) error {
	if r.Client != "" || r.Project == "" || d.options.Source.IsFolder {
		return nil
	}
	name := normal(r.Project)
	if chosen, ok := d.records.chosen[name]; ok {
		r.Client = chosen
		return nil
	}
	switch clients := d.records.clientsOf[name]; {
	case len(clients) == 0 || slices.Contains(clients, ""):
		return nil
	case len(clients) > 1:
		return &ClientError{r.Project, slices.Sorted(slices.Values(clients))}
	default:
		r.Client = clients[0]
		return nil
	}
}
