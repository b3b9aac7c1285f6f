package projectdb

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"
	"golang.org/x/sync/errgroup"

	"stint/shared/domain"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A creation that does not fit one transaction is made in two steps. The first step reserves
// what nobody can see yet: the guards of names and external ids, the managers of projects, and
// the counts of the clients' projects. The second step is one transaction, which makes all
// records and deletes the reservation. So the records appear together or not at all.
//
// If the request fails, the request or the worker ends the reservation: the second step can no
// longer succeed, and what was reserved is deleted.

// Reservation is what a creation reserved.
type Reservation struct {
	ID       domain.ID         `db:"id"`
	Due      domain.Instant    `db:"due"` // of the work that ends it
	Guards   []string          `db:"guards"`
	Managers []string          `db:"managers,omitempty"`
	Counts   map[domain.ID]int `db:"counts,omitempty"` // of projects, by client
	Ended    bool              `db:"ended,omitempty"`
	Used     bool              `db:"used,omitempty"` // the records are made, and the managers do not count as changed yet
}

// reservationLease is how long after the beginning of a reservation the worker ends it. No
// request takes a minute.
const reservationLease = 2 * time.Minute

// reservationOpen holds while a reservation was neither used nor ended.
var reservationOpen = table.Present.And(
	expression.AttributeNotExists(core.Field[Reservation]("Ended")),
	expression.AttributeNotExists(core.Field[Reservation]("Used")),
)

// createReserved writes a creation that does not fit one transaction.
func (s *Store) createReserved(ctx context.Context, x creation) error {
	r := x.newReservation(s.Instant())
	err := s.reserve(ctx, x, r)
	if err == nil {
		err = s.Table.Commit(ctx, slices.Concat(x.remember, x.records, x.more, r.useActions(x.workspace))...)
	}
	if err != nil || len(r.Managers) > 0 {
		// If this fails, the worker does it. It is also done for a request that was cancelled.
		_ = s.EndReservation(context.WithoutCancel(ctx), x.workspace, r.ID)
	}
	return err
}

// useActions end a reservation whose records are made. One with managers is kept until these
// count as changed: they were written before their projects, when nobody could see them.
func (r Reservation) useActions(w domain.ID) []table.Action {
	at := key.Reservation(w, r.ID)
	if len(r.Managers) == 0 {
		return []table.Action{table.Delete(at).Provided(reservationOpen).Or(ErrBeingMade), table.Delete(r.workKey())}
	}
	used := table.Update(at, expression.Set(core.Field[Reservation]("Used"), expression.Value(true)))
	return []table.Action{used.Provided(reservationOpen).Or(ErrBeingMade)}
}

func (x creation) newReservation(now domain.Instant) Reservation {
	r := Reservation{ID: domain.NewID(), Due: now.Plus(reservationLease), Counts: x.counts}
	for k := range x.claims {
		r.Guards = append(r.Guards, k.SK)
	}
	for _, it := range x.managers {
		r.Managers = append(r.Managers, table.KeyOf(it).SK)
	}
	return r
}

// workKey is the key of the work that ends the reservation.
func (r Reservation) workKey() table.Key { return key.Work(r.ID, r.Due) }

// Work ends the reservation.
func (r Reservation) Work(w domain.ID, now domain.Instant) domain.Work {
	return domain.Work{ID: r.ID, Kind: domain.WorkEndReservation, WorkspaceID: w, TargetID: r.ID, CreatedAt: now}
}

// reserve writes the reservation and the counts of the clients' projects, and then in chunks
// the guards and the managers. A chunk is written only while the reservation is open.
func (s *Store) reserve(ctx context.Context, x creation, r Reservation) error {
	at := key.Reservation(x.workspace, r.ID)
	begin := append(x.countActions(+1), table.Create(table.Encode(at, r)),
		core.Enqueue(r.Work(x.workspace, s.Instant()), r.Due))
	if err := s.Table.Commit(ctx, begin...); err != nil {
		return err
	}
	open := table.Check(at, reservationOpen).Or(ErrBeingMade)
	hidden := x.reserved(r.ID)
	for i := range hidden {
		hidden[i] = hidden[i].Untracked()
	}
	for chunk := range slices.Chunk(hidden, table.MaxActions-1) {
		if err := s.Table.Commit(ctx, append([]table.Action{open}, chunk...)...); err != nil {
			return err
		}
	}
	return nil
}

// EndReservation deletes a reservation with what it reserved. If its records were made, it keeps
// these, and its managers count as changed from now on. It may be repeated. Errors: conflict
// when another call ended it at the same time.
func (s *Store) EndReservation(ctx context.Context, w, id domain.ID) (err error) {
	defer core.Wrap(&err, "EndReservation", w, id)
	at := key.Reservation(w, id)
	r, open, err := table.Get[Reservation](ctx, s.Table, at)
	if err != nil || !open {
		return err
	}
	if r.Used {
		return s.showManagers(ctx, w, r)
	}
	if !r.Ended {
		end := table.Update(at, expression.Set(core.Field[Reservation]("Ended"), expression.Value(true))).Provided(
			reservationOpen)
		if err := s.Table.Commit(ctx, append(projectCountActions(w, r.Counts, -1), end)...); err != nil {
			return err
		}
	}
	if err := s.freeReserved(ctx, w, r); err != nil {
		return err
	}
	return s.Table.Commit(ctx, table.Delete(at), table.Delete(r.workKey()))
}

// showManagers makes the managers of a used reservation count as changed, and deletes the
// reservation. A manager may have been removed since, or their project deleted.
func (s *Store) showManagers(ctx context.Context, w domain.ID, r Reservation) error {
	touches, done := r.managerActions(w, table.Touch),
		[]table.Action{table.Delete(key.Reservation(w, r.ID)), table.Delete(r.workKey())}
	err := s.Table.Commit(ctx, slices.Concat(touches, done)...)
	if !errors.Is(err, errOther) {
		return err
	}
	if err := s.commitEach(ctx, touches); err != nil {
		return err
	}
	return s.Table.Commit(ctx, done...)
}

// maxParallelWrites is how many items are written one by one in parallel.
const maxParallelWrites = 8

// freeReserved deletes the guards that still name the reservation, and the managers.
func (s *Store) freeReserved(ctx context.Context, w domain.ID, r Reservation) error {
	ours := core.Field[core.GuardHolder]("Reservation").Equal(expression.Value(string(r.ID)))
	var gone []table.Action
	for _, sk := range r.Guards {
		gone = append(gone, table.Delete(key.WorkspaceItem(w, sk)).Provided(ours).Or(errOther))
	}
	gone = append(gone, r.managerActions(w, func(k table.Key) table.Action { return table.Delete(k).LeavingNothing() })...)
	return s.commitEach(ctx, gone)
}

// errOther is the error of an item that is gone, or that another record has.
var errOther = errors.New("store: another record has it")

// managerActions makes an action for each manager.
func (r Reservation) managerActions(w domain.ID, action func(table.Key) table.Action) (all []table.Action) {
	for _, sk := range r.Managers {
		all = append(all, action(key.WorkspaceItem(w, sk)).Or(errOther))
	}
	return all
}

// commitEach carries out actions one by one. It ignores those that fail with errOther.
func (s *Store) commitEach(ctx context.Context, all []table.Action) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelWrites)
	for _, one := range all {
		group.Go(func() error {
			if err := s.Table.Commit(ctx, one); !errors.Is(err, errOther) {
				return err
			}
			return nil
		})
	}
	return group.Wait()
}
