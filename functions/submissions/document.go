package submissions

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/retry"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timesheetdb"
	"stint/shared/timesheetpdf"
	"stint/shared/wire"
)

type documentInput struct {
	Paper wire.Optional[timesheetpdf.Paper] `query:"paper" enum:"a4,letter"` // Default a4.
	// Whether the entries are shown by day. Default true.
	Entries wire.Optional[bool] `query:"entries"`
}

// document shows the submission as a PDF.
func (f *Family) document(ctx context.Context, r *route.Request, in documentInput,
	s submission) (file timesheetpdf.File, err error) {
	format := locale.NewFormatter(locale.Choose(r.User.Language), r.Workspace.Timezone.Location())
	again := false
	err = retry.Do(ctx, conflictPolicy, func() (bool, error) {
		if again {
			if s, err = f.loadSubmissionByID(ctx, r.Caller, s.ID); err != nil {
				return false, err
			}
		}
		b, err := f.loadDocument(ctx, r, s, in.Entries.Or(true))
		if err != nil {
			return false, err
		}
		file, err = b.file(format, in.Paper.Value, r.Now)
		again = errors.Is(err, timesheetdb.ErrSubmissionChanged)
		return again, err
	})
	if err != nil {
		return file, err
	}
	return file, f.store.RecordAudit(ctx, r.WorkspaceID(), audit.DocumentOf(s.Submission))
}

// loadDocument reads what the document of a submission shows to the viewer.
func (f *Family) loadDocument(ctx context.Context, r *route.Request, s submission,
	entries bool) (b documentBuilder, err error) {
	b = documentBuilder{submission: s, withEntries: entries}
	if b.from, err = f.loadSources(ctx, r, s, ""); err != nil {
		return b, err
	}
	if err = f.hideProjects(ctx, r, &b); err != nil {
		return b, err
	}
	if b.logo, err = f.loadLogo(ctx, b.from.Workspace); err != nil {
		return b, err
	}
	if b.clients, err = f.loadClients(ctx, r, b.from.Projects); err != nil {
		return b, err
	}
	if s.seesLinks() || s.seesAllTime() {
		if b.links, err = f.loadSignedLinks(ctx, r, s.Submission); err != nil {
			return b, err
		}
	}
	if b.deleted, err = f.loadDeletedActors(ctx, s); err != nil {
		return b, err
	}
	if !entries {
		return b, nil
	}
	b.from.Entries, err = f.store.SubmittedEntries(ctx, r.WorkspaceID(), s.Submission)
	return b, err
}

// loadLogo reads the logo that documents show; nil without one.
func (f *Family) loadLogo(ctx context.Context, w people.Workspace) ([]byte, error) {
	file, err := f.store.LogoFile(ctx, w)
	return timesheetpdf.LogoOf(file), err
}

// loadClients reads the clients of the projects.
func (f *Family) loadClients(ctx context.Context, r *route.Request,
	of map[domain.ID]projects.Project) (map[domain.ID]projects.Client, error) {
	var refs store.Refs
	for _, p := range of {
		if p.ClientID != "" {
			refs.Clients = append(refs.Clients, p.ClientID)
		}
	}
	if len(refs.Clients) == 0 {
		return nil, nil
	}
	records, err := f.store.Records(ctx, r.WorkspaceID(), refs)
	return records.Clients, err
}

// loadSignedLinks reads the links with a decision since the submission was last reopened.
func (f *Family) loadSignedLinks(ctx context.Context, r *route.Request,
	s timesheets.Submission) (map[domain.ID]timesheets.ClientLink, error) {
	decided, signed := s.DecidedLinks(), map[domain.ID]timesheets.ClientLink{}
	if len(decided) == 0 {
		return nil, nil
	}
	page, err := f.store.ClientLinks(ctx, r.WorkspaceID(), s.ID, store.PageRequest{Limit: timesheets.MaxClientLinks})
	for _, l := range page.Items {
		if l.Signature != nil {
			signed[l.ID] = l
		}
	}
	return signed, err
}

// loadDeletedActors returns those who decided on lines and whose accounts are deleted.
func (f *Family) loadDeletedActors(ctx context.Context, s submission) (map[domain.ID]bool, error) {
	var actors []domain.ID
	for _, l := range s.Lines {
		if e, ok := s.Events[l.DecisionVersion]; ok {
			actors = append(actors, e.Actor.ID)
		}
	}
	return f.store.DeletedUsers(ctx, actors...)
}
