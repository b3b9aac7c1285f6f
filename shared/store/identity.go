package store

import (
	"context"
	"time"

	"stint/shared/domain"
)

// Identity reads everything that tells who asks, in one consistent round.
func (s *Store) Identity(ctx context.Context, query domain.IdentityQuery) (identity domain.Identity, err error) {
	keys := identityKeys(query)
	f, err := s.batchGet(ctx, keys...)
	if err != nil {
		return identity, err
	}
	if identity.User, err = lookupOrNil[domain.User](f, profileKey(query.UserID)); err != nil {
		return identity, err
	}
	if query.SessionID != "" {
		if identity.Session, err = lookupOrNil[domain.Session](f, sessionKey(query.UserID, query.SessionID)); err != nil {
			return identity, err
		}
	}
	if query.ReplayDigest != "" {
		if identity.Replay, err = lookupOrNil[domain.Replay](f, replayKey(query.ReplayWorkspaceID, query.UserID, query.ReplayDigest)); err != nil {
			return identity, err
		}
	}
	if query.WithCalendar {
		if identity.Calendar, err = lookupOrNil[domain.CalendarConnection](f, calendarKey(query.UserID, domain.ProviderExternal)); err != nil {
			return identity, err
		}
	}
	if query.WorkspaceID == "" {
		return identity, nil
	}
	return identity, readWorkspaceIdentity(f, query, &identity)
}

func identityKeys(query domain.IdentityQuery) []key {
	w, u := query.WorkspaceID, query.UserID
	keys := []key{profileKey(u)}
	if query.SessionID != "" {
		keys = append(keys, sessionKey(u, query.SessionID))
	}
	if query.WithCalendar {
		keys = append(keys, calendarKey(u, domain.ProviderExternal))
	}
	if w != "" {
		keys = append(keys, memberKey(w, u), workspaceKey(w), billingKey(w))
		if query.WithTimer {
			keys = append(keys, timerKey(w, u))
		}
	}
	if query.ReplayDigest != "" {
		keys = append(keys, replayKey(query.ReplayWorkspaceID, u, query.ReplayDigest))
	}
	return keys
}

func readWorkspaceIdentity(f items, query domain.IdentityQuery, identity *domain.Identity) (err error) {
	w, u := query.WorkspaceID, query.UserID
	if identity.Member, err = lookupOrNil[domain.Member](f, memberKey(w, u)); err != nil {
		return err
	}
	if identity.Workspace, err = lookupOrNil[domain.Workspace](f, workspaceKey(w)); err != nil {
		return err
	}
	if identity.Billing, err = lookupOrNil[domain.Billing](f, billingKey(w)); err != nil {
		return err
	}
	if query.WithTimer {
		identity.Timer, err = timerIn(f, timerKey(w, u))
	}
	return err
}

// replayKey is where the answer to an Idempotency-Key is kept: with the
// caller's time in the workspace, so that it goes when the workspace goes, or
// with the user where no workspace is involved.
func replayKey(w, u domain.ID, digest string) key {
	if w == "" {
		return key{userPK(u), "IDEM#" + digest}
	}
	return key{timePK(w, u), "IDEM#" + digest}
}

// rememberActions makes the action that keeps an answer; none where nothing is to
// be remembered.
func (s *Store) rememberActions(r domain.ReplayRecord) []action {
	if r.Digest == "" {
		return nil
	}
	now := s.instant()
	it := encode(replayKey(r.WorkspaceID, r.UserID, r.Digest), r.Replay)
	withExpiry(it, now.Plus(domain.ReplayHours*time.Hour))
	return []action{createOverExpired(it, now).or(domain.ErrReplayExists)}
}
