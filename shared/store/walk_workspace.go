package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// WalkWorkspace visits the items of a workspace that can be brought back: the audit log, the records of the workspace,
// and what its members, submissions and jobs lead to. It leaves out remembered answers, webhooks, running totals and
// summary jobs. The item of a member, submission or job comes before the items that it leads to, so that a purge finds
// all items that were visited. It holds at most two pages of 1 MB at a time.
func (s *Store) WalkWorkspace(ctx context.Context, w people.Workspace, visit func([]table.Item) error) (err error) {
	defer core.Wrap(&err, "WalkWorkspace", w.ID)
	for _, pk := range s.auditPartitions(w) {
		if err := s.eachPage(ctx, pk, visit); err != nil {
			return err
		}
	}
	return s.eachPage(ctx, key.WorkspacePK(w.ID), func(page []table.Item) error {
		dependents := dependentPartitions(w.ID, page)
		if err := visit(page); err != nil {
			return err
		}
		for _, pk := range dependents {
			if err := s.eachPage(ctx, pk, visit); err != nil {
				return err
			}
		}
		return nil
	})
}

// dependentPartitions are the partitions of the workspace that items lead to.
func dependentPartitions(w domain.ID, page []table.Item) (all []string) {
	for _, it := range page {
		if pk, ok := dependentPartition(w, it); ok {
			all = append(all, pk)
		}
	}
	return all
}

// dependentPartition is the partition of the workspace that an item leads to; ok is
// false when it leads to none.
func dependentPartition(w domain.ID, it table.Item) (pk string, ok bool) {
	id := domain.ID(table.KeyOf(it).SK[len(key.SortPrefix(it)):])
	switch key.SortPrefix(it) {
	case key.MemberPrefix:
		return key.TimePK(w, id), true
	case key.SubmissionPrefix:
		return key.SubmissionPK(w, id), true
	case key.JobPrefix:
		return key.JobPK(w, id), true
	default:
		return "", false
	}
}

// eachPage visits the items of a partition, except for remembered answers.
func (s *Store) eachPage(ctx context.Context, pk string, visit func([]table.Item) error) error {
	return s.core.Table.WalkPages(ctx, table.PartitionRange(table.Base, pk), func(rows []table.Row) error {
		page, err := table.ItemsOf(slices.DeleteFunc(rows,
			func(it table.Row) bool { return key.SortPrefix(it) == key.ReplayPrefix }))
		if err != nil {
			return err
		}
		return visit(page)
	})
}
