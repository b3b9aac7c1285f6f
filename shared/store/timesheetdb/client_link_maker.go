package timesheetdb

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A client link without a decision is valid only while its maker may still make
// it. Readers of submissions ask for the makers of open links, and the write of a
// signature has it as a condition.

// WithLostLinks marks the open links of submissions whose makers may not make them
// any more. Without open links it reads nothing, else it makes two batch reads. It also adds the clients of
// submissions that were stored without them.
func (s *Store) WithLostLinks(ctx context.Context, w domain.ID,
	subs []timesheets.Submission) ([]timesheets.Submission, error) {
	now := s.Instant()
	subs = slices.Clone(subs)
	if err := s.withClients(ctx, w, subs...); err != nil {
		return nil, err
	}
	var keys []table.Key
	for _, sub := range subs {
		for _, id := range sub.OpenLinks(now) {
			keys = append(keys, key.ClientLink(w, sub.ID, id))
		}
	}
	if len(keys) == 0 {
		return subs, nil
	}
	links, err := table.GetPresent[timesheets.ClientLink](ctx, s.Table, keys)
	if err != nil {
		return nil, err
	}
	lost, err := s.lostLinks(ctx, w, links)
	if err != nil {
		return nil, err
	}
	marked := make([]timesheets.Submission, len(subs))
	for i, sub := range subs {
		marked[i] = sub.LoseLinks(lost)
	}
	return marked, nil
}

// lostLinks reads the makers of links, with one batch read, and returns the ids of
// the links that they may not make any more.
func (s *Store) lostLinks(ctx context.Context, w domain.ID, links []timesheets.ClientLink) (map[domain.ID]bool, error) {
	var keys []table.Key
	for _, l := range links {
		keys = append(keys, key.Member(w, l.CreatedBy))
		for project := range l.Grants {
			keys = append(keys, key.ProjectMember(w, project, l.CreatedBy))
		}
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	lost := map[domain.ID]bool{}
	for _, l := range links {
		kept, err := isKept(f, w, l)
		if err != nil {
			return nil, err
		}
		lost[l.ID] = !kept
	}
	return lost, nil
}

// isKept reports whether the maker of a link may still make it, by the items that
// were read.
func isKept(f table.Items, w domain.ID, l timesheets.ClientLink) (bool, error) {
	maker, err := table.LookupOrNil[people.Member](f, key.Member(w, l.CreatedBy))
	if err != nil {
		return false, err
	}
	grants := map[domain.ID]domain.ID{}
	for project := range l.Grants {
		m, ok, err := table.Lookup[projects.ProjectMember](f, key.ProjectMember(w, project, l.CreatedBy))
		if err != nil {
			return false, err
		}
		if ok && m.IsManager {
			grants[project] = m.Grant
		}
	}
	return l.IsKeptBy(maker, grants), nil
}

// makerChecks hold while the maker of a link may still make it;
// timesheets.ClientLink.IsKeptBy is the same rule.
func makerChecks(w domain.ID, l timesheets.ClientLink) []table.Action {
	kept := expression.And(
		core.IsActive,
		core.Field[people.Member]("Role").NotEqual(expression.Value(string(people.RoleAnalyst))),
		core.RightsLost.Is(l.MakerEpoch),
	)
	checks := []table.Action{table.Check(key.Member(w, l.CreatedBy), kept).Or(problem.NotFound())}
	for project, grant := range l.Grants {
		held := core.Field[projects.ProjectMember]("IsManager").Equal(expression.Value(true)).And(grantIs(grant))
		checks = append(checks, table.Check(key.ProjectMember(w, project, l.CreatedBy), held).Or(problem.NotFound()))
	}
	return checks
}

// grantIs holds while the project member is a manager by that grant.
func grantIs(grant domain.ID) expression.ConditionBuilder {
	if grant == "" {
		return core.Field[projects.ProjectMember]("Grant").AttributeNotExists()
	}
	return core.Field[projects.ProjectMember]("Grant").Equal(expression.Value(string(grant)))
}
