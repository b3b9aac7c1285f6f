package commands

import (
	"fmt"
	"iter"
	"strings"

	"github.com/google/uuid"
)

// maxSearched bounds the records that are looked at for the beginning of an id.
const maxSearched = 2000

// latestLike are the records whose ids begin so, among the first of a list.
func latestLike[T any](all iter.Seq2[T, error], text string, id func(T) uuid.UUID) (found []T, err error) {
	searched := 0
	for record, err := range all {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(id(record).String(), text) {
			found = append(found, record)
		}
		if searched++; searched == maxSearched {
			break
		}
	}
	return found, nil
}

// theOnly is the one record that was found by the beginning of its id. Errors: notFoundError, *ambiguousNameError.
func theOnly[T any](kind, text string, found []T, id func(T) uuid.UUID) (one T, err error) {
	switch len(found) {
	case 0:
		return one, notFoundError(fmt.Sprintf("there is no %s %q among the latest %d", kind, text, maxSearched))
	case 1:
		return found[0], nil
	}
	several := &ambiguousNameError{Kind: kind, Name: text}
	for _, record := range found {
		several.Candidates = append(several.Candidates, named{ID: id(record).String(), Name: id(record).String()})
	}
	return one, several
}
