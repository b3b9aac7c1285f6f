package tracking

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/wire"
)

// Writer is what making, changing and deleting a single entry or timer reads and writes.
type Writer interface {
	Guarded
	// WriteEntry makes, changes or stops an entry or a timer. Errors: conflict when
	// it is not as it was read, timedb.ErrOverlapGuard when another write that could
	// overlap was faster.
	WriteEntry(ctx context.Context, workspace domain.ID, x timedb.EntryWrite) error
	// DeleteEntry deletes a finished entry. Errors: conflict when it is not as it was read.
	DeleteEntry(ctx context.Context, workspace domain.ID, e timelog.Entry) error
	// DiscardTimer deletes a running timer. Errors: conflict when it was
	// stopped or is not as it was read.
	DiscardTimer(ctx context.Context, workspace domain.ID, running timelog.Entry) error
}

// Guarded is what every write reads, and the rounds that it abandons.
type Guarded interface {
	Reader
	// EntriesInWindows reads the entries that start in the windows, which could overlap.
	EntriesInWindows(ctx context.Context, workspace domain.ID, windows []timelog.Window) ([]timelog.Entry, error)
	// AbandonRound gives up the round in progress of a submission. Errors:
	// timesheetdb.ErrRoundOver when it is over already.
	AbandonRound(ctx context.Context, workspace domain.ID, s timesheets.Submission) error
}

var _ Writer = (*store.Store)(nil)

// WriteRow makes or changes an entry or a running timer, which a stop ends. Errors: those
// of Resolved.Plan and Plan.Write; conflict for If-Match.
func WriteRow(ctx context.Context, w Writer, r *route.Request, row Row, issues *wire.Issues) (EntryAnswer, error) {
	plan, err := PlanRow(ctx, w, r, row, issues)
	if err != nil {
		return EntryAnswer{}, err
	}
	if row.Before != nil {
		if err := r.CheckIfMatch(row.Before.Version); err != nil {
			return EntryAnswer{}, err
		}
	}
	shown := *plan.Show()[0]
	return shown, plan.Write(ctx, w, w.WriteEntry, r.Remember(shown))
}

// PlanRow reads and plans a single row. Errors: those of Resolved.Plan.
func PlanRow(ctx context.Context, s Guarded, r *route.Request, row Row, issues *wire.Issues) (Plan, error) {
	read, err := Read(ctx, s, r, issues, row)
	if err != nil {
		return Plan{}, err
	}
	return read.Plan(ctx, s)
}

// Changes are what the rows make of their entries, in their order.
func (p Plan) Changes() []timelog.EntryChange { return changesOf(p.resolved.rows) }

// Viewer shows other entries to the caller.
func (p Plan) Viewer() Viewer { return p.resolved.Viewer() }

// Show is what the caller sees of each row's entry; nil for one that is deleted. See
// route.Request.Remember for why an answer is made before the write.
func (p Plan) Show() []*EntryAnswer {
	viewer := p.resolved.Viewer()
	shown := make([]*EntryAnswer, len(p.resolved.rows))
	for i, row := range p.resolved.rows {
		if row.After != nil {
			answer := viewer.Show(*row.After, p.resolved.request.Now)
			shown[i] = &answer
		}
	}
	return shown
}

// Switch is the stop of the caller's running timer at the start of the plan's timer; nil
// when none runs. Errors: conflict when the running timer started later.
func (p Plan) Switch() (*timelog.EntryChange, error) {
	running := p.resolved.request.Timer
	if running == nil {
		return nil, nil
	}
	stopped, err := running.SwitchTo(*p.resolved.rows[0].After, p.resolved.request.Now)
	if err != nil {
		return nil, err
	}
	stopped = p.resolved.snapshot(stopped)
	return &timelog.EntryChange{Before: running, After: &stopped}, nil
}

// Write carries out the plan with a write of the store, unless it changes nothing or the request asks for a
// preview. Rounds in progress whose maker's lease is over and that claim a changed entry are abandoned first.
// Errors: validation entry_overlap, timedb.ErrOverlapGuard, and those of the write.
func (p Plan) Write(ctx context.Context, s Guarded, write func(context.Context, domain.ID, timedb.EntryWrite) error,
	remember domain.ReplayRecord) error {
	x := timedb.EntryWrite{Changes: p.Changes(), FirstUses: p.resolved.firstUses, Remember: remember}
	var changed []timelog.Entry
	isEmpty := true
	for _, row := range p.resolved.rows {
		if row.Before == nil && row.After == nil {
			x.Absent = append(x.Absent, store.EntryKey{User: row.Owner, ID: row.ID})
		}
		if row.WriteCount() > 0 {
			isEmpty = false
			if row.Before != nil {
				changed = append(changed, *row.Before)
			}
		}
	}
	if isEmpty || p.resolved.request.IsPreview() {
		return nil
	}
	if err := p.resolved.abandonRounds(ctx, s, p.resolved.request, changed...); err != nil {
		return err
	}
	return p.resolved.writeGuarded(ctx, s, func() error {
		x.Guards = p.resolved.guards
		return write(ctx, p.resolved.request.WorkspaceID(), x)
	})
}

// abandonRounds gives up the rounds in progress that claim the entries, each once. They must
// not block a change.
func (x *Resolved) abandonRounds(ctx context.Context, s Guarded, r *route.Request, entries ...timelog.Entry) error {
	abandoned := map[domain.ID]bool{}
	for _, e := range entries {
		claimer, claimed := x.Locks.ClaimedBy(e)
		if !claimed || abandoned[claimer.ID] {
			continue
		}
		if err := s.AbandonRound(ctx, r.WorkspaceID(), claimer); err != nil {
			return err
		}
		abandoned[claimer.ID] = true
	}
	return nil
}

// Delete deletes an entry, or discards a running timer, unless the request asks for a preview. Errors: conflict, also
// for a locked entry.
func Delete(ctx context.Context, w Writer, r *route.Request, e timelog.Entry) (route.Deleted, error) {
	if err := r.CheckIfMatch(e.Version); err != nil {
		return route.Deleted{}, err
	}
	deleted := route.NewDeleted(e.ID)
	switch {
	case e.Running() && r.IsPreview():
		return deleted, nil
	case e.Running():
		return deleted, w.DiscardTimer(ctx, r.WorkspaceID(), e)
	}
	read, err := Resolve(ctx, w, r.Caller, lockRefs(e))
	if err == nil {
		err = read.lockError(e, r.Now)
	}
	if err == nil && r.IsPreview() {
		return deleted, nil
	}
	if err == nil {
		err = read.abandonRounds(ctx, w, r, e)
	}
	if err != nil {
		return route.Deleted{}, err
	}
	return deleted, w.DeleteEntry(ctx, r.WorkspaceID(), e)
}
