package store

import (
	"context"

	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
)

// RateBook reads every rate of a workspace that is set: three queries side by
// side, as long as there are projects and members.
func (s *Store) RateBook(ctx context.Context, w domain.ID, b domain.Billing) (domain.RateBook, error) {
	book := domain.NewRateBook(b)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return each(ctx, s, under(base, workspacePK(w), "M#"), func(m domain.Member) error {
			domain.Note(book.Members, m.UserID, m.HourlyRate)
			return nil
		})
	})
	group.Go(func() error {
		return each(ctx, s, under(base, workspacePK(w), "P#"), func(p domain.Project) error {
			domain.Note(book.Projects, p.ID, p.HourlyRate)
			return nil
		})
	})
	group.Go(func() error {
		return each(ctx, s, under(base, workspacePK(w), "PM#"), func(m domain.ProjectMember) error {
			domain.Note(book.Places, domain.PlaceOf{Project: m.ProjectID, User: m.UserID}, m.HourlyRate)
			return nil
		})
	})
	return book, group.Wait()
}

// RatesFor reads the rates that count for some entries, in one round.
func (s *Store) RatesFor(ctx context.Context, w domain.ID, b domain.Billing, entries []domain.Entry) (domain.RateBook, error) {
	var asked Asked
	for _, e := range entries {
		asked.Users = append(asked.Users, e.UserID)
		if e.ProjectID != "" {
			asked.Projects = append(asked.Projects, e.ProjectID)
			asked.Places = append(asked.Places, Place{Project: e.ProjectID, User: e.UserID})
		}
	}
	book := domain.NewRateBook(b)
	things, err := s.Things(ctx, w, asked)
	if err != nil {
		return book, err
	}
	for id, m := range things.Users {
		domain.Note(book.Members, id, m.HourlyRate)
	}
	for id, p := range things.Projects {
		domain.Note(book.Projects, id, p.HourlyRate)
	}
	for at, m := range things.Places {
		domain.Note(book.Places, domain.PlaceOf(at), m.HourlyRate)
	}
	return book, nil
}

// rateLine is one rate of a book, as it is kept with a job: of a project
// member, a project or a member, as the ids that are set tell.
type rateLine struct {
	Project domain.ID `db:"p,omitempty"`
	User    domain.ID `db:"u,omitempty"`
	Rate    int64     `db:"r"`
}

// ratePart is a part of a book; the first holds the settings too.
type ratePart struct {
	Billing domain.Billing `db:"bill"`
	Lines   []rateLine     `db:"lines,omitempty"`
}

// lines are a book's rates, in no order.
func lines(b domain.RateBook) []rateLine {
	var all []rateLine
	for u, rate := range b.Members {
		all = append(all, rateLine{User: u, Rate: rate})
	}
	for p, rate := range b.Projects {
		all = append(all, rateLine{Project: p, Rate: rate})
	}
	for at, rate := range b.Places {
		all = append(all, rateLine{Project: at.Project, User: at.User, Rate: rate})
	}
	return all
}

// enter puts a part's rates into a book.
func (p ratePart) enter(b *domain.RateBook) {
	b.Billing = p.Billing
	for _, l := range p.Lines {
		switch {
		case l.Project == "":
			b.Members[l.User] = l.Rate
		case l.User == "":
			b.Projects[l.Project] = l.Rate
		default:
			b.Places[domain.PlaceOf{Project: l.Project, User: l.User}] = l.Rate
		}
	}
}
