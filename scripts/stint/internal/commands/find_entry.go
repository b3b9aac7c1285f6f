package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// lastEntry is the word for the entry that started last.
const lastEntry = "last"

// findEntry finds an entry by its id, by the beginning of its id, or the last one: first among the user's own.
// Errors: notFoundError, *ambiguousNameError, usageError.
func (s *session) findEntry(ctx context.Context, text string) (api.Entry, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if id, err := uuid.Parse(text); err == nil {
		return value(client.Get(s.EntriesGetWithResponse(ctx, id, nil)))
	}
	if text != lastEntry && !isIDPrefix(text) {
		return api.Entry{}, usageError{fmt.Errorf("%q is no entry: write at least %d characters of its id, as stint list "+
			"shows it, or last", text, shortestID)}
	}
	me, err := s.identity(ctx)
	if err != nil {
		return api.Entry{}, err
	}
	for _, user := range []*uuid.UUID{&me.User.Id, nil} {
		found, err := s.entriesLike(ctx, text, user)
		switch {
		case err != nil:
			return api.Entry{}, err
		case len(found) > 0:
			return theOnly("entry", text, found, entryID)
		}
	}
	return theOnly("entry", text, nil, entryID)
}

func entryID(e api.Entry) uuid.UUID { return e.Id }

// value is what a pointer points to.
func value[T any](v *T, err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return *v, nil
}

// entriesLike are the latest entries whose ids begin so, or the last one, of a user or of everybody whose time the user
// may read.
func (s *session) entriesLike(ctx context.Context, text string, user *uuid.UUID) ([]api.Entry, error) {
	all := client.All(ctx, s.EntriesListWithResponse, &api.EntriesListParams{UserId: user})
	if text != lastEntry {
		return latestLike(all, text, entryID)
	}
	for e, err := range all {
		if err != nil {
			return nil, err
		}
		return []api.Entry{e}, nil
	}
	return nil, nil
}
