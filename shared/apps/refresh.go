package apps

import (
	"context"
	"errors"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store/peopledb"
)

// ErrInvalidGrant refuses a refresh token that is not valid, or is not of the client.
var ErrInvalidGrant = errors.New("the refresh token is not valid")

// ErrTooMuchAccess refuses a client that wants more than the user allowed.
var ErrTooMuchAccess = errors.New("the grant has less access")

// maxRefreshTries is how often a refresh is tried when concurrent ones win.
const maxRefreshTries = 4

// TokenRequest is what a client asks tokens for; "" is the whole access of its grant, and the API.
type TokenRequest struct {
	Access   people.KeyAccess
	Audience string
}

// Refresh is the grant of a refresh token of a client, with its next tokens. The token that was replaced in the last
// seconds gets the present one again; an older one ends the grant, because two parties have it. A token stays the
// present one if the client wants more access than the grant has, and if the next ones cannot be signed. Errors:
// ErrInvalidGrant, ErrTooMuchAccess, conflict, service_unavailable.
func (s *Service) Refresh(ctx context.Context, raw, clientID string, want TokenRequest,
	now domain.Instant) (k people.APIKey, t Tokens, err error) {
	presented, ok, err := s.tokens.Decode(ctx, raw)
	if err != nil {
		return k, t, err
	}
	if !ok {
		return k, t, ErrInvalidGrant
	}
	for range maxRefreshTries {
		d, err := s.live(ctx, presented.GrantID, clientID, now)
		if err != nil {
			return k, t, err
		}
		next, found := d.APIKey, d.CheckRefresh(presented.Generation, now)
		switch {
		case found == people.RefreshStolen:
			return k, t, errors.Join(ErrInvalidGrant, s.end(ctx, d.APIKey, now))
		case want.Access != "" && !d.AccessOrFull().Covers(want.Access):
			return k, t, ErrTooMuchAccess
		case found == people.RefreshCurrent:
			next = d.Rotated(now)
		}
		made, err := s.TokensOf(ctx, next, want, now)
		if err == nil && found == people.RefreshCurrent {
			err = s.store.RotateGrant(ctx, d.APIKey, next)
		}
		if err == nil {
			return next, made, nil
		}
		if !errors.Is(err, peopledb.ErrGrantChanged) {
			return k, t, err
		}
		// a concurrent request won: read the grant again
	}
	return k, t, peopledb.ErrGrantChanged
}

// live reads a grant of a client that can be used. Errors: ErrInvalidGrant.
func (s *Service) live(ctx context.Context, id domain.ID, clientID string,
	now domain.Instant) (people.APIKeyDetails, error) {
	d, ok, err := s.store.Grant(ctx, id)
	if err == nil && (!ok || d.App.ClientID != clientID || d.Status(now) != people.APIKeyActive) {
		err = ErrInvalidGrant
	}
	return d, err
}

// end revokes a grant; one that is gone is no error.
func (s *Service) end(ctx context.Context, k people.APIKey, now domain.Instant) error {
	err := s.store.RevokeAPIKey(ctx, k, now)
	if problem.Is(err, problem.CodeNotFound) {
		return nil
	}
	return err
}

// Revoke ends the grant of a refresh or access token of a client (RFC 7009). A token that is not valid, or is not of
// the client, is no error. Errors: service_unavailable.
func (s *Service) Revoke(ctx context.Context, raw, clientID string, now domain.Instant) error {
	id, ok, err := s.grantOf(ctx, raw)
	if err != nil || !ok {
		return err
	}
	d, ok, err := s.store.Grant(ctx, id)
	if err != nil || !ok || d.App.ClientID != clientID {
		return err
	}
	if d.User != nil { // the app acts for its user
		from := audit.OriginFrom(ctx)
		from.Actor, from.Via = audit.User(*d.User), audit.ViaApp(d.App)
		ctx = audit.WithOrigin(ctx, from)
	}
	return s.end(ctx, d.APIKey, now)
}

// RevokeByID ends a grant. Errors: service_unavailable.
func (s *Service) RevokeByID(ctx context.Context, id domain.ID, now domain.Instant) error {
	d, ok, err := s.store.Grant(ctx, id)
	if err != nil || !ok {
		return err
	}
	return s.end(ctx, d.APIKey, now)
}

// grantOf is the id of the grant of a refresh or access token.
func (s *Service) grantOf(ctx context.Context, raw string) (id domain.ID, ok bool, err error) {
	presented, ok, err := s.tokens.Decode(ctx, raw)
	if ok || err != nil {
		return presented.GrantID, ok, err
	}
	claims, err := s.verifier.Verify(ctx, raw)
	switch {
	case problem.Is(err, problem.CodeServiceUnavailable):
		return "", false, err
	case err != nil:
		return "", false, nil
	}
	return claims.App.GrantID, true, nil
}
