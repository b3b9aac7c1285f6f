package timedb

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/timelog"
	"stint/shared/dynamo"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Each workspace has an item that says when the worker looks at its running timers again. The
// index by_ws orders these items by that time. A start or a stop of a timer does not write
// them: a timer that starts now has run long only after the next look.

// maxDueWatches is how many workspaces one run of the worker looks at.
const maxDueWatches = 100

// DueTimerWatches lists workspaces whose timers are to be looked at, the longest due first.
func (s *Store) DueTimerWatches(ctx context.Context) (_ []timelog.TimerWatch, err error) {
	defer core.Wrap(&err, "DueTimerWatches")
	due := table.Range{Index: key.ByWorkspace, Partition: key.TimersDuePK, From: "0", To: key.DueBy(s.Instant())}
	return table.ReadFirst[timelog.TimerWatch](ctx, s.Table, due, maxDueWatches)
}

// PostponeTimerWatch sets when the timers of a workspace are looked at again, unless a request
// has made the watch due since it was read.
func (s *Store) PostponeTimerWatch(ctx context.Context, was timelog.TimerWatch, due domain.Instant) (err error) {
	defer core.Wrap(&err, "PostponeTimerWatch")
	update := watchDueAt(was.WorkspaceID, due)
	moved := table.Update(key.TimerWatch(was.WorkspaceID), update).Provided(core.WatchWakings.Is(was.Wakes))
	return problem.IgnoreConflict(s.Table.Commit(ctx, moved))
}

// WatchTimers makes sure that the timers of a workspace are looked at. It is for a workspace that was
// made before there were watches.
func (s *Store) WatchTimers(ctx context.Context, w domain.ID) (err error) {
	defer core.Wrap(&err, "WatchTimers", w)
	noted := table.Update(key.Workspace(w), expression.Set(core.Field[people.Workspace]("TimersWatched"),
		expression.Value(true)))
	return problem.IgnoreConflict(s.Table.Commit(ctx, wakeTimerWatch(w, s.Instant()), noted))
}

// CreateTimerWatch belongs into the transaction that makes a workspace.
func CreateTimerWatch(w people.Workspace) table.Action {
	watch := timelog.NewTimerWatch(w.ID, w.CreatedAt)
	it := table.Encode(key.TimerWatch(w.ID), watch)
	it[dynamo.AttrG1], it[dynamo.AttrLSK] = table.StringValue(key.TimersDuePK),
		table.StringValue(key.TimerWatchLSK(watch.DueAt, w.ID))
	return table.Create(it)
}

// wakeTimerWatch makes the watch of a workspace due. It makes the watch of a workspace that has none.
func wakeTimerWatch(w domain.ID, now domain.Instant) table.Action {
	return table.Upsert(key.TimerWatch(w), core.WatchWakings.AddTo(watchDueAt(w, now), 1))
}

func watchDueAt(w domain.ID, due domain.Instant) expression.UpdateBuilder {
	return expression.Set(core.Field[timelog.TimerWatch]("WorkspaceID"), expression.Value(string(w))).
		Set(core.Field[timelog.TimerWatch]("DueAt"), expression.Value(due.String())).
		Set(expression.Name(dynamo.AttrG1), expression.Value(key.TimersDuePK)).
		Set(expression.Name(dynamo.AttrLSK), expression.Value(key.TimerWatchLSK(due, w)))
}

// RunningTimers lists the running timers of the members of a workspace, with one query and a batch
// read for each 100 members. Errors: not_found for a workspace that is deleted.
func (s *Store) RunningTimers(ctx context.Context, w domain.ID) (_ []timelog.Entry, err error) {
	defer core.Wrap(&err, "RunningTimers", w)
	if _, err := s.LiveWorkspace(ctx, w); err != nil {
		return nil, err
	}
	members, err := s.ActiveMembers(ctx, w)
	if err != nil {
		return nil, err
	}
	var keys []table.Key
	for _, m := range members {
		keys = append(keys, key.Timer(w, m.UserID))
	}
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return nil, err
	}
	var timers []timelog.Entry
	for _, k := range keys {
		timer, err := core.TimerIn(f, k)
		if err != nil {
			return nil, err
		}
		if timer != nil {
			timers = append(timers, *timer)
		}
	}
	return timers, nil
}

// LongTimer notes the timer of a user that a mail was queued about. The next one replaces it.
type LongTimer struct {
	EntryID domain.ID `db:"id"`
}

// NotifyLongTimer queues the mail about a timer that has run long, once. It does nothing for a timer
// that was stopped or whose start has changed since it was read.
func (s *Store) NotifyLongTimer(ctx context.Context, w domain.ID, e timelog.Entry) (err error) {
	defer core.Wrap(&err, "NotifyLongTimer", w, e.ID)
	noted, err := s.longTimerNoted(ctx, w, e)
	if err != nil || noted {
		return err
	}
	id := core.Field[LongTimer]("EntryID")
	another := expression.Or(expression.AttributeNotExists(id), id.NotEqual(expression.Value(string(e.ID))))
	unchanged := expression.And(isEntry(e.ID), core.Field[timelog.Entry]("StartedAt").Equal(
		expression.Value(e.StartedAt.String())))
	mail := e.NewTimerMail(w, s.Instant())
	return problem.IgnoreConflict(s.Table.Commit(ctx,
		table.Put(table.Encode(key.LongTimer(w, e.UserID), LongTimer{EntryID: e.ID})).Provided(another),
		table.Check(key.Timer(w, e.UserID), unchanged),
		core.Enqueue(mail, mail.CreatedAt),
	))
}

func (s *Store) longTimerNoted(ctx context.Context, w domain.ID, e timelog.Entry) (bool, error) {
	noted, _, err := table.Get[LongTimer](ctx, s.Table, key.LongTimer(w, e.UserID))
	return noted.EntryID == e.ID, err
}
