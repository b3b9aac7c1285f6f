package submissions

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
)

// addClients is the submission with the clients that its lines have now.
func (f *Family) addClients(ctx context.Context, r *route.Request, s timesheets.Submission,
	lines []timesheets.Line) (timesheets.Submission, error) {
	refs := store.Refs{Projects: s.Projects()}
	if len(refs.Projects) == 0 {
		return s.WithClients(lines, nil, nil), nil
	}
	records, err := f.store.Records(ctx, r.WorkspaceID(), refs)
	if err != nil {
		return s, err
	}
	return f.nameClients(ctx, r, s, lines, records.Projects)
}

// nameClients is the submission with the clients of the projects, whose names it reads.
func (f *Family) nameClients(ctx context.Context, r *route.Request, s timesheets.Submission, lines []timesheets.Line,
	all map[domain.ID]projects.Project) (timesheets.Submission, error) {
	clients, err := f.loadClients(ctx, r, all)
	names := map[domain.ID]domain.Name{}
	for id, c := range clients {
		names[id] = c.Name
	}
	return s.WithClients(lines, clientsOf(all), names), err
}

func clientsOf(all map[domain.ID]projects.Project) map[domain.ID]domain.ID {
	of := map[domain.ID]domain.ID{}
	for id, p := range all {
		of[id] = p.ClientID
	}
	return of
}

// clientsForLink is the submission with the clients that a new link can be for. They are those of today until a link
// counts, and stay as they are from then on.
func (f *Family) clientsForLink(ctx context.Context, r *route.Request, s submission,
	from signing.ContentSources) (timesheets.Submission, error) {
	today := s.WithClients(s.Totals, clientsOf(from.Projects), nil)
	if s.HasFixedClients(r.Now) || s.SameClients(today) {
		return s.Submission, nil
	}
	return f.nameClients(ctx, r, s.Submission, s.Totals, from.Projects)
}

// withClientsOf is the submission with the clients for which the content of a link was made. Errors: conflict if
// another link that counts was made for other clients in the meantime.
func withClientsOf(s, content timesheets.Submission, now domain.Instant) (timesheets.Submission, error) {
	if !s.HasFixedClients(now) {
		s.Clients = content.Clients
		return s, nil
	}
	if !s.SameClients(content) {
		return s, timesheetdb.ErrSubmissionChanged
	}
	return s, nil
}
