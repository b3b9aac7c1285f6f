package importer

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"stint/scripts/stint/internal/timefile"
	"stint/shared/client"
	"stint/shared/client/api"
)

// ClientError is the error of files that name a project without its client, where the workspace has several
// projects of that name. Options.Clients says which one it is.
type ClientError struct {
	Project string   // as in the files
	Clients []string // of the projects in the workspace; "" for none
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
	// clientsOf are the clients of the projects with a name, in normal form; "" for none.
	clientsOf map[string][]string
	chosen    map[string]string // Options.Clients by the normal form
}

// readRecords reads the clients and projects.
func (x *destination) readRecords(ctx context.Context) (err error) {
	x.here.clients, err = listOf(client.All(ctx, x.ClientsListWithResponse, &api.ClientsListParams{Limit: most()}))
	if err != nil {
		return err
	}
	x.here.projects, err = listOf(client.All(ctx, x.ProjectsListWithResponse, &api.ProjectsListParams{Limit: most()}))
	if err != nil {
		return err
	}
	x.here.clientsOf, x.here.chosen = map[string][]string{}, map[string]string{}
	for project, of := range x.options.Clients {
		x.here.chosen[normal(project)] = of
	}
	for _, p := range x.here.projects {
		name := normal(p.Name)
		x.here.clientsOf[name] = append(x.here.clientsOf[name], x.here.clientOf(p))
	}
	return nil
}

func (h records) clientOf(p api.Project) string {
	at := slices.IndexFunc(h.clients, func(c api.Customer) bool { return p.ClientId != nil && c.Id == *p.ClientId })
	if at < 0 {
		return ""
	}
	return h.clients[at].Name
}

// addClient gives a row with a project and no client the client of the only project of that name. An export of Stint
// says itself which projects have none. Errors: *ClientError.
func (x *destination) addClient(r *timefile.Row) error {
	if r.Client != "" || r.Project == "" || x.options.Source.Name == exportName {
		return nil
	}
	if chosen, ok := x.here.chosen[normal(r.Project)]; ok {
		r.Client = chosen
		return nil
	}
	switch clients := x.here.clientsOf[normal(r.Project)]; {
	case len(clients) == 0 || slices.Contains(clients, ""):
		return nil
	case len(clients) > 1:
		return &ClientError{r.Project, slices.Sorted(slices.Values(clients))}
	default:
		r.Client = clients[0]
		return nil
	}
}

// listOf are all records of a list.
func listOf[T any](all iter.Seq2[T, error]) (list []T, err error) {
	for record, err := range all {
		if err != nil {
			return nil, err
		}
		list = append(list, record)
	}
	return list, nil
}

// each gives the records of a list as a reader of one does.
func each[T any](list []T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, record := range list {
			if !yield(record, nil) {
				return
			}
		}
	}
}
