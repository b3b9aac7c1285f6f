package moneydb

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// RateBook reads all rates of a workspace, with three parallel queries. Their
// cost grows with the number of projects and members.
func (s *Store) RateBook(ctx context.Context, w domain.ID, b money.Billing) (_ money.RateBook, err error) {
	defer core.Wrap(&err, "RateBook", w)
	book := money.NewRateBook(b)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return table.Walk(ctx, s.Table, key.MembersRange(w), func(m people.Member) error {
			money.SetRate(book.Members, m.UserID, m.HourlyRate)
			return nil
		})
	})
	group.Go(func() error {
		return table.Walk(ctx, s.Table, table.PrefixRange(table.Base, key.WorkspacePK(w), key.ProjectPrefix),
			func(p projects.Project) error {
				money.SetRate(book.Projects, p.ID, p.HourlyRate)
				return nil
			})
	})
	group.Go(func() error {
		return table.Walk(ctx, s.Table, table.PrefixRange(table.Base, key.WorkspacePK(w), key.ProjectMemberPrefix),
			func(m projects.ProjectMember) error {
				money.SetRate(book.ProjectMembers, domain.ProjectMemberKey{Project: m.ProjectID, User: m.UserID}, m.HourlyRate)
				return nil
			})
	})
	return book, group.Wait()
}

// RatesFor reads the rates that count for the given entries, with one batch read.
func (s *Store) RatesFor(
	ctx context.Context, w domain.ID, b money.Billing, entries []timelog.Entry,
) (_ money.RateBook, err error) {
	defer core.Wrap(&err, "RatesFor", w)
	var refs core.Refs
	for _, e := range entries {
		refs.Members = append(refs.Members, e.UserID)
		if e.ProjectID != "" {
			refs.Projects = append(refs.Projects, e.ProjectID)
			refs.ProjectMembers = append(refs.ProjectMembers, domain.ProjectMemberKey{Project: e.ProjectID, User: e.UserID})
		}
	}
	book := money.NewRateBook(b)
	records, err := s.Records(ctx, w, refs)
	if err != nil {
		return book, err
	}
	for id, m := range records.Members {
		money.SetRate(book.Members, id, m.HourlyRate)
	}
	for id, p := range records.Projects {
		money.SetRate(book.Projects, id, p.HourlyRate)
	}
	for at, m := range records.ProjectMembers {
		money.SetRate(book.ProjectMembers, at, m.HourlyRate)
	}
	return book, nil
}

// rateLine is one rate of a job: that of a project member, a project or a member,
// depending on which ids are set.
type rateLine struct {
	Project domain.ID `db:"p,omitempty"`
	User    domain.ID `db:"u,omitempty"`
	Rate    int64     `db:"r"`
}

// RatePart is a part of the rates of a job, with the billing settings.
type RatePart struct {
	Billing money.Billing `db:"bill"`
	Lines   []rateLine    `db:"lines,omitempty"`
}

// rateLines are the rates of a book, in no particular order.
func rateLines(b money.RateBook) []rateLine {
	var all []rateLine
	for u, rate := range b.Members {
		all = append(all, rateLine{User: u, Rate: rate})
	}
	for p, rate := range b.Projects {
		all = append(all, rateLine{Project: p, Rate: rate})
	}
	for at, rate := range b.ProjectMembers {
		all = append(all, rateLine{Project: at.Project, User: at.User, Rate: rate})
	}
	return all
}

// addTo adds the rates of a part to a book.
func (p RatePart) addTo(b *money.RateBook) {
	b.Billing = p.Billing
	for _, l := range p.Lines {
		switch {
		case l.Project == "":
			b.Members[l.User] = l.Rate
		case l.User == "":
			b.Projects[l.Project] = l.Rate
		default:
			b.ProjectMembers[domain.ProjectMemberKey{Project: l.Project, User: l.User}] = l.Rate
		}
	}
}

// RatesToday is RatesFor with the present settings of the workspace. Errors: not_found for a workspace that was purged.
func (s *Store) RatesToday(ctx context.Context, w domain.ID, entries []timelog.Entry) (_ money.RateBook, err error) {
	defer core.Wrap(&err, "RatesToday", w)
	b, err := table.GetExisting[money.Billing](ctx, s.Table, key.Billing(w))
	if err != nil {
		return money.RateBook{}, err
	}
	return s.RatesFor(ctx, w, b, entries)
}
