package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// WalkWorkspace visits the items in all partitions of a workspace, at most 1 MB of
// them at a time. It leaves out remembered answers. The items of a member, submission
// or job come before their own item. It holds two such pages at a time.
func (s *Store) WalkWorkspace(ctx context.Context, w domain.ID, visit func([]table.Item) error) error {
	if err := s.eachPage(ctx, auditPK(w), visit); err != nil {
		return err
	}
	return s.eachPage(ctx, workspacePK(w), func(page []table.Item) error {
		for _, it := range page {
			pk, ok := dependentPartition(w, it)
			if !ok {
				continue
			}
			if err := s.eachPage(ctx, pk, visit); err != nil {
				return err
			}
		}
		return visit(page)
	})
}

// dependentPartition is the partition of the workspace that an item leads to; ok is
// false when it leads to none.
func dependentPartition(w domain.ID, it table.Item) (pk string, ok bool) {
	id := domain.ID(table.KeyOf(it).SK[len(sortPrefix(it)):])
	switch sortPrefix(it) {
	case memberPrefix:
		return timePK(w, id), true
	case submissionPrefix:
		return submissionPK(w, id), true
	case jobPrefix:
		return jobPK(w, id), true
	default:
		return "", false
	}
}

// eachPage visits the items of a partition, except for remembered answers.
func (s *Store) eachPage(ctx context.Context, pk string, visit func([]table.Item) error) error {
	var start table.Item
	for {
		rows, next, err := s.table.Query(ctx, table.PartitionRange(pk), start, 0)
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(it table.Item) bool { return sortPrefix(it) == replayPrefix })
		if err := visit(rows); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}
