package peopledb

import (
	"context"
	"time"

	"github.com/google/uuid"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// An event of an account is in the audit log of each workspace that the user is an active member of, with the same key
// in all of them. The transaction of the act writes it to the first maxLogsTogether logs. Where there are more, or
// where reading the workspaces would reveal whether an account exists, the event waits under the user for the worker.

// maxLogsTogether is how many logs one transaction writes an event to, beside what it tells of.
const maxLogsTogether = 60

// accountEventActions tell the logs of a user's workspaces of events. It is empty without events.
func (s *Store) accountEventActions(
	ctx context.Context, u people.User, events ...audit.Event,
) ([]table.Action, error) {
	if len(events) == 0 {
		return nil, nil
	}
	all, err := s.Memberships(ctx, u.ID)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	event := audit.NewAccountEvent(u, audit.OriginFrom(ctx), s.Instant(), events[0], events[1:]...)
	var actions []table.Action
	for _, m := range all[:min(len(all), maxLogsTogether)] {
		actions = append(actions, table.Create(core.AuditItem(m.Workspace.ID, event.Record)))
	}
	if len(all) > maxLogsTogether {
		actions = append(actions, s.leaveAccountEvent(event)...)
	}
	return actions, nil
}

// leaveAccountEvent leaves an event to the worker.
func (s *Store) leaveAccountEvent(e audit.AccountEvent) []table.Action {
	now := s.Instant()
	kept := table.WithExpiry(table.Encode(key.AccountEvent(e.UserID, e.ID), e), now.Add(audit.AccountEventLife))
	work := domain.Work{ID: domain.NewID(), Kind: domain.WorkRecordAccountEvent, UserID: e.UserID, TargetID: e.ID,
		CreatedAt: now}
	return []table.Action{table.Create(kept), core.Enqueue(work, now)}
}

// RecordAccountEvent writes an event that was left to the worker to the logs of the user's workspaces. It may be
// repeated: an event that a log has stays as it is.
func (s *Store) RecordAccountEvent(ctx context.Context, u, id domain.ID) (err error) {
	defer core.Wrap(&err, "RecordAccountEvent", u, id)
	e, there, err := table.Get[audit.AccountEvent](ctx, s.Table, key.AccountEvent(u, id))
	if err != nil || !there {
		return err
	}
	all, err := s.Memberships(ctx, u)
	for _, m := range all {
		if err == nil {
			err = problem.IgnoreConflict(s.Table.Commit(ctx, table.Create(core.AuditItem(m.Workspace.ID, e.Record))))
		}
	}
	return err
}

// FailedSignIn is a sign-in with a wrong secret.
type FailedSignIn struct {
	User    people.User  // zero for an address without an account
	Email   domain.Email // as it was typed; "" when that was no address
	Network string       // of the request
}

// RecordFailedSignIn leaves the event of a failed sign-in to the worker, once in audit.FailedSignInWindow for each user
// and network. For an address without an account it writes as much, so that the time does not reveal whether there is
// one.
func (s *Store) RecordFailedSignIn(ctx context.Context, f FailedSignIn) (err error) {
	defer core.Wrap(&err, "RecordFailedSignIn", f.User.ID)
	return problem.IgnoreConflict(s.Table.Commit(ctx, s.failedSignInActions(ctx, f)...))
}

func (s *Store) failedSignInActions(ctx context.Context, f FailedSignIn) []table.Action {
	window := s.Now().Truncate(audit.FailedSignInWindow)
	if f.User.ID == "" {
		return []table.Action{nothingRecorded(f, "once", window), nothingRecorded(f, domain.NewID(), window)}
	}
	event := audit.NewAccountEvent(f.User, audit.OriginFrom(ctx), s.Instant(), audit.FailedSignIn(f.User))
	once := string(f.User.ID) + "\n" + f.Network + "\n" + window.String()
	event.ID = domain.ID(uuid.NewSHA1(uuid.NameSpaceOID, []byte(once)).String())
	return s.leaveAccountEvent(event)
}

// nothingRecorded is an item that expires after the window.
func nothingRecorded(f FailedSignIn, which domain.ID, window time.Time) table.Action {
	k := key.RateLimit("sign_in.failed", string(f.Email)+"\n"+f.Network+"\n"+string(which), window.Unix())
	it := table.Encode(k, struct{}{})
	return table.Create(table.WithExpiry(it, window.Add(audit.FailedSignInWindow))).Or(errRecorded)
}

// errRecorded is the error of a failed sign-in that has its event.
var errRecorded = problem.Conflict(problem.WriteRace, "The failed sign-in is recorded already.")
