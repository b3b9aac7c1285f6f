package store

import (
	"context"
	"slices"

	"stint/shared/domain"
	"stint/shared/table"
)

// WalkWorkspace visits the items in all partitions of a workspace, at most 1 MB of
// them at a time. It leaves out remembered answers and webhooks. The item of a member, submission or
// job comes before the items that it leads to, so that a purge finds all items that were
// visited. It holds two such pages at a time.
func (s *Store) WalkWorkspace(ctx context.Context, w domain.ID, visit func([]table.Item) error) error {
	if err := s.eachPage(ctx, auditPK(w), visit); err != nil {
		return err
	}
	return s.eachPage(ctx, workspacePK(w), func(page []table.Item) error {
		dependents := dependentPartitions(w, page)
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
		rows, next, err := s.table.Query(ctx, table.PartitionRange(table.Base, pk), start, 0)
		if err != nil {
			return err
		}
		page, err := table.ItemsOf(slices.DeleteFunc(rows, func(it table.Row) bool { return sortPrefix(it) == replayPrefix }))
		if err != nil {
			return err
		}
		if err := visit(page); err != nil || len(next) == 0 {
			return err
		}
		start = next
	}
}
