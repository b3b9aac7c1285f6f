package store

import (
	"context"
	"errors"
	"slices"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/table"
)

// EndReservation deletes a reservation with what it reserved. If its records were made, it keeps
// these, and its managers count as changed from now on. It may be repeated. Errors: conflict
// when another call ended it at the same time.
func (s *Store) EndReservation(ctx context.Context, w, id domain.ID) error {
	at := reservationKey(w, id)
	r, open, err := table.Get[reservation](ctx, s.table, at)
	if err != nil || !open {
		return err
	}
	if r.Used {
		return s.showManagers(ctx, w, r)
	}
	if !r.Ended {
		end := table.Update(at, expression.Set(expression.Name("ended"), expression.Value(true))).Provided(reservationOpen)
		if err := s.table.Commit(ctx, append(projectCountActions(w, r.Counts, -1), end)...); err != nil {
			return err
		}
	}
	if err := s.freeReserved(ctx, w, r); err != nil {
		return err
	}
	return s.table.Commit(ctx, table.Delete(at), table.Delete(r.workKey()))
}

// showManagers makes the managers of a used reservation count as changed, and deletes the
// reservation. A manager may have been removed since, or their project deleted.
func (s *Store) showManagers(ctx context.Context, w domain.ID, r reservation) error {
	touches, done := r.managerActions(w, table.Touch), []table.Action{table.Delete(reservationKey(w, r.ID)), table.Delete(r.workKey())}
	err := s.table.Commit(ctx, slices.Concat(touches, done)...)
	if !errors.Is(err, errOther) {
		return err
	}
	if err := s.commitEach(ctx, touches); err != nil {
		return err
	}
	return s.table.Commit(ctx, done...)
}

// maxParallelWrites is how many items are written one by one in parallel.
const maxParallelWrites = 8

// freeReserved deletes the guards that still name the reservation, and the managers.
func (s *Store) freeReserved(ctx context.Context, w domain.ID, r reservation) error {
	ours := expression.Name(attrReservation).Equal(expression.Value(string(r.ID)))
	var gone []table.Action
	for _, sk := range r.Guards {
		gone = append(gone, table.Delete(key(workspacePK(w), sk)).Provided(ours).Or(errOther))
	}
	gone = append(gone, r.managerActions(w, func(k table.Key) table.Action { return table.Delete(k).LeavingNothing() })...)
	return s.commitEach(ctx, gone)
}

// errOther is the error of an item that is gone, or that another record has.
var errOther = errors.New("store: another record has it")

// managerActions makes an action for each manager.
func (r reservation) managerActions(w domain.ID, action func(table.Key) table.Action) (all []table.Action) {
	for _, sk := range r.Managers {
		all = append(all, action(key(workspacePK(w), sk)).Or(errOther))
	}
	return all
}

// commitEach carries out actions one by one. It ignores those that fail with errOther.
func (s *Store) commitEach(ctx context.Context, all []table.Action) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelWrites)
	for _, one := range all {
		group.Go(func() error {
			if err := s.table.Commit(ctx, one); !errors.Is(err, errOther) {
				return err
			}
			return nil
		})
	}
	return group.Wait()
}
