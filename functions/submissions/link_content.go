package submissions

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/signing"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
)

// newContent makes the content of a link in canonical form. Errors: conflict if an
// entry was changed while it was read; validation range_too_long for more entries
// than a client can be shown.
func newContent(s timesheets.Submission, link timesheets.ClientLink, lines []timesheets.Line,
	from signing.ContentSources) ([]byte, error) {
	content := signing.NewContent(s, link, lines, from)
	switch {
	case !link.ShowEntries, s.Status() != timesheets.Approved: // writing refuses a submission that is not approved
	case content.HasTooManyEntries():
		return nil, problem.InvalidField("showEntries", problem.RangeTooLong)
	case !content.EntriesAddUp():
		return nil, timesheetdb.ErrSubmissionChanged
	}
	return content.Canonical(), nil
}

// fixContent makes the content of a link, and gives the link its digest and what a client declares.
func (f *Family) fixContent(ctx context.Context, r *route.Request, s submission, link *timesheets.ClientLink,
	from signing.ContentSources) (content []byte, err error) {
	if link.ShowEntries {
		if from.Entries, err = f.store.SubmittedEntries(ctx, r.WorkspaceID(), s.Submission); err != nil {
			return nil, err
		}
	}
	link.Attestations = signing.AttestationTexts(from.User.DisplayName, s.PeriodStart, s.PeriodEnd)
	content, err = newContent(s.Submission, *link, linesForClient(s, link.ClientID), from)
	link.SHA256 = domain.Digest(content)
	return content, err
}

// loadSources reads the names that the content of a link shows, and the document of a submission.
func (f *Family) loadSources(ctx context.Context, r *route.Request, s submission,
	client domain.ID) (from signing.ContentSources, err error) {
	refs := store.Refs{Users: []domain.ID{s.UserID}}
	for _, l := range s.Totals {
		if l.ProjectID != "" {
			refs.Projects = append(refs.Projects, l.ProjectID)
		}
		if l.TaskID != "" {
			refs.Tasks = append(refs.Tasks, l.TaskID)
		}
	}
	if client != "" {
		refs.Clients = []domain.ID{client}
	}
	records, err := f.store.Records(ctx, r.WorkspaceID(), refs)
	if err != nil {
		return from, err
	}
	from = signing.ContentSources{Workspace: *r.Workspace, User: records.Users[s.UserID], Projects: records.Projects,
		Tasks: records.Tasks}
	if found, ok := records.Clients[client]; ok {
		from.Client = &found
	}
	return from, nil
}

// linesForClient are the lines that a link shows: those of one client, or all lines if no client is given.
func linesForClient(s submission, client domain.ID) []timesheets.Line {
	if client == "" {
		return s.Totals
	}
	c, _ := s.ClientOfID(client)
	return slices.DeleteFunc(slices.Clone(s.Totals), func(l timesheets.Line) bool {
		return !slices.Contains(c.Lines, l.Number)
	})
}
