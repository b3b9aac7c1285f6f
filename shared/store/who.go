package store

import (
	"context"
	"time"

	"stint/shared/domain"
)

// Who reads everything that tells who asks, in one consistent round.
func (s *Store) Who(ctx context.Context, asked domain.WhoAsked) (who domain.Who, err error) {
	keys := whoKeys(asked)
	f, err := s.batch(ctx, keys...)
	if err != nil {
		return who, err
	}
	if who.User, err = orNil[domain.User](f, profileKey(asked.UserID)); err != nil {
		return who, err
	}
	if asked.SessionID != "" {
		if who.Session, err = orNil[domain.Session](f, sessionKey(asked.UserID, asked.SessionID)); err != nil {
			return who, err
		}
	}
	if asked.Replay != "" {
		if who.Replay, err = orNil[domain.Replay](f, rememberKey(asked.ReplayIn, asked.UserID, asked.Replay)); err != nil {
			return who, err
		}
	}
	if asked.Calendar {
		if who.Calendar, err = orNil[domain.CalendarConnection](f, calendarKey(asked.UserID, domain.ProviderExternal)); err != nil {
			return who, err
		}
	}
	if asked.WorkspaceID == "" {
		return who, nil
	}
	return who, placeIn(f, asked, &who)
}

func whoKeys(asked domain.WhoAsked) []key {
	w, u := asked.WorkspaceID, asked.UserID
	keys := []key{profileKey(u)}
	if asked.SessionID != "" {
		keys = append(keys, sessionKey(u, asked.SessionID))
	}
	if asked.Calendar {
		keys = append(keys, calendarKey(u, domain.ProviderExternal))
	}
	if w != "" {
		keys = append(keys, memberKey(w, u), metaKey(w), billingKey(w))
		if asked.Timer {
			keys = append(keys, timerKey(w, u))
		}
	}
	if asked.Replay != "" {
		keys = append(keys, rememberKey(asked.ReplayIn, u, asked.Replay))
	}
	return keys
}

func placeIn(f found, asked domain.WhoAsked, who *domain.Who) (err error) {
	w, u := asked.WorkspaceID, asked.UserID
	if who.Member, err = orNil[domain.Member](f, memberKey(w, u)); err != nil {
		return err
	}
	if who.Workspace, err = orNil[domain.Workspace](f, metaKey(w)); err != nil {
		return err
	}
	if who.Billing, err = orNil[domain.Billing](f, billingKey(w)); err != nil {
		return err
	}
	if asked.Timer {
		who.Timer, err = timerIn(f, timerKey(w, u))
	}
	return err
}

// rememberKey is where the answer to an Idempotency-Key is kept: with the
// caller's time in the workspace, so that it goes when the workspace goes, or
// with the user where no workspace is involved.
func rememberKey(w, u domain.ID, digest string) key {
	if w == "" {
		return key{userPK(u), "IDEM#" + digest}
	}
	return key{timePK(w, u), "IDEM#" + digest}
}

// remembering makes the action that keeps an answer; none where nothing is to
// be remembered.
func (s *Store) remembering(r domain.Remember) []action {
	if r.Digest == "" {
		return nil
	}
	now := s.instant()
	it := encode(rememberKey(r.WorkspaceID, r.UserID, r.Digest), r.Replay)
	expiring(it, now.Plus(domain.ReplayHours*time.Hour))
	return []action{createOver(it, now).or(domain.ErrRemembered)}
}
