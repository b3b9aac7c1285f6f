package store

import (
	"context"

	"stint/shared/domain"
	"stint/shared/table"
)

// Identity reads the user, session, member and workspace of a request, with what
// else the query asks for, in one strongly consistent batch read. It reads again when the
// session is not of the user's epoch: a batch read is no snapshot, so a change of the
// password, which gives both the next epoch, may have come between them.
func (s *Store) Identity(ctx context.Context, query domain.IdentityQuery) (_ domain.Identity, err error) {
	defer wrap(&err, "Identity")
	identity, err := s.readIdentity(ctx, query)
	if err != nil || identity.HasSessionOfEpoch() {
		return identity, err
	}
	return s.readIdentity(ctx, query)
}

func (s *Store) readIdentity(ctx context.Context, query domain.IdentityQuery) (identity domain.Identity, err error) {
	keys := identityKeys(query)
	f, err := s.table.BatchGet(ctx, keys...)
	if err != nil {
		return identity, err
	}
	if identity.User, err = table.LookupOrNil[domain.User](f, profileKey(query.UserID)); err != nil {
		return identity, err
	}
	if query.SessionID != "" {
		if identity.Session, err = table.LookupOrNil[domain.Session](f, sessionKey(query.UserID, query.SessionID)); err != nil {
			return identity, err
		}
	}
	if query.ReplayDigest != "" {
		if identity.Replay, err = table.LookupOrNil[domain.Replay](f, replayKey(query.ReplayWorkspaceID, query.UserID, query.ReplayDigest)); err != nil {
			return identity, err
		}
	}
	if query.WithCalendar {
		if identity.Calendar, err = table.LookupOrNil[domain.CalendarConnection](f, calendarKey(query.UserID, domain.ProviderExternal)); err != nil {
			return identity, err
		}
	}
	if query.WorkspaceID == "" {
		return identity, nil
	}
	return identity, readWorkspaceIdentity(f, query, &identity)
}

func identityKeys(query domain.IdentityQuery) []table.Key {
	w, u := query.WorkspaceID, query.UserID
	keys := []table.Key{profileKey(u)}
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

func readWorkspaceIdentity(f table.Items, query domain.IdentityQuery, identity *domain.Identity) (err error) {
	w, u := query.WorkspaceID, query.UserID
	if identity.Member, err = table.LookupOrNil[domain.Member](f, memberKey(w, u)); err != nil {
		return err
	}
	if identity.Workspace, err = table.LookupOrNil[domain.Workspace](f, workspaceKey(w)); err != nil {
		return err
	}
	if identity.Billing, err = table.LookupOrNil[domain.Billing](f, billingKey(w)); err != nil {
		return err
	}
	if query.WithTimer {
		identity.Timer, err = timerIn(f, timerKey(w, u))
	}
	return err
}
