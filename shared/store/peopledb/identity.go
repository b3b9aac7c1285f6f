package peopledb

import (
	"context"

	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/table"
)

// Identity reads the user, session, member and workspace of a request, with what
// else the query asks for, in one strongly consistent batch read. It reads again when the
// session is not of the user's epoch: a batch read is no snapshot, so a change of the
// password, which gives both the next epoch, may have come between them.
func (s *Store) Identity(ctx context.Context, query people.IdentityQuery) (_ people.Identity, err error) {
	defer core.Wrap(&err, "Identity")
	identity, err := s.readIdentity(ctx, query)
	if err != nil || identity.HasSessionOfEpoch() {
		return identity, err
	}
	return s.readIdentity(ctx, query)
}

func (s *Store) readIdentity(ctx context.Context, query people.IdentityQuery) (identity people.Identity, err error) {
	keys := identityKeys(query)
	f, err := s.Table.BatchGet(ctx, keys...)
	if err != nil {
		return identity, err
	}
	if identity.User, err = table.LookupOrNil[people.User](f, key.Profile(query.UserID)); err != nil {
		return identity, err
	}
	if query.SessionID != "" {
		if identity.Session, err = table.LookupOrNil[people.Session](f,
			key.Session(query.UserID, query.SessionID)); err != nil {
			return identity, err
		}
	}
	if query.ReplayDigest != "" {
		if identity.Replay, err = table.LookupOrNil[domain.Replay](f,
			key.Replay(query.ReplayWorkspaceID, query.UserID, query.ReplayDigest)); err != nil {
			return identity, err
		}
	}
	if query.WithCalendar {
		if identity.Calendar, err = table.LookupOrNil[people.CalendarConnection](f,
			key.Calendar(query.UserID, people.ProviderExternal)); err != nil {
			return identity, err
		}
	}
	if query.WorkspaceID == "" {
		return identity, nil
	}
	return identity, readWorkspaceIdentity(f, query, &identity)
}

func identityKeys(query people.IdentityQuery) []table.Key {
	w, u := query.WorkspaceID, query.UserID
	keys := []table.Key{key.Profile(u)}
	if query.SessionID != "" {
		keys = append(keys, key.Session(u, query.SessionID))
	}
	if query.WithCalendar {
		keys = append(keys, key.Calendar(u, people.ProviderExternal))
	}
	if w != "" {
		keys = append(keys, key.Member(w, u), key.Workspace(w), key.Billing(w))
		if query.OAuthClientID != "" {
			keys = append(keys, key.OAuthClient(w, query.OAuthClientID))
		}
		if query.WithTimer {
			keys = append(keys, key.Timer(w, u))
		}
	}
	if query.ReplayDigest != "" {
		keys = append(keys, key.Replay(query.ReplayWorkspaceID, u, query.ReplayDigest))
	}
	return keys
}

func readWorkspaceIdentity(f table.Items, query people.IdentityQuery, identity *people.Identity) (err error) {
	w, u := query.WorkspaceID, query.UserID
	if identity.Member, err = table.LookupOrNil[people.Member](f, key.Member(w, u)); err != nil {
		return err
	}
	if identity.Workspace, err = table.LookupOrNil[people.Workspace](f, key.Workspace(w)); err != nil {
		return err
	}
	if identity.Billing, err = table.LookupOrNil[money.Billing](f, key.Billing(w)); err != nil {
		return err
	}
	if query.OAuthClientID != "" {
		identity.Client, err = table.LookupOrNil[people.OAuthClient](f, key.OAuthClient(w, query.OAuthClientID))
		if err != nil {
			return err
		}
	}
	if query.WithTimer {
		identity.Timer, err = core.TimerIn(f, key.Timer(w, u))
	}
	return err
}
