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

// maxSearched bounds the entries that are looked at for the beginning of an id.
const maxSearched = 2000

// findEntry finds an entry by its id, by the beginning of its id, or the last one: first among the user's own.
// Errors: notFoundError, *ambiguousNameError, usageError.
func (s *session) findEntry(ctx context.Context, text string) (api.Entry, error) {
	text = lower(strings.TrimSpace(text))
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
		if err != nil || len(found) > 0 {
			return theOnly(text, found, err)
		}
	}
	return api.Entry{}, notFoundError(fmt.Sprintf("there is no entry %q among the latest %d", text, maxSearched))
}

// value is what a pointer points to.
func value[T any](v *T, err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return *v, nil
}

// entriesLike are the latest entries whose ids begin so, of a user or of everybody whose time the user may read.
func (s *session) entriesLike(ctx context.Context, text string, user *uuid.UUID) (found []api.Entry, err error) {
	searched := 0
	for e, err := range client.All(ctx, s.EntriesListWithResponse,
		&api.EntriesListParams{UserId: user, Limit: new(int64(200))}) {
		if err != nil {
			return nil, err
		}
		if text == lastEntry || strings.HasPrefix(e.Id.String(), text) {
			found = append(found, e)
		}
		if searched++; searched == maxSearched || text == lastEntry {
			break
		}
	}
	return found, nil
}

// theOnly is the one entry of a list.
func theOnly(text string, found []api.Entry, err error) (api.Entry, error) {
	if err != nil || len(found) == 1 {
		return append(found, api.Entry{})[0], err
	}
	several := &ambiguousNameError{Kind: "entry", Name: text}
	for _, e := range found {
		several.Candidates = append(several.Candidates, named{ID: e.Id.String(), Name: e.Id.String()})
	}
	return api.Entry{}, several
}
