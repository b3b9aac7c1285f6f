package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"

	"stint/shared/client"
)

// findTimesheet finds a timesheet by its id or the beginning of it. Errors: those of findEntry.
func (s *session) findTimesheet(ctx context.Context, text string) (uuid.UUID, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if id, err := uuid.Parse(text); err == nil {
		return id, nil
	}
	if !isIDPrefix(text) {
		return uuid.Nil, usageError{fmt.Errorf("%q is no timesheet: write at least %d characters of its id, as stint "+
			"timesheets shows it", text, shortestID)}
	}
	found, err := latestLike(client.All(ctx, s.SubmissionsListWithResponse, nil), text, submissionID)
	if err != nil {
		return uuid.Nil, err
	}
	one, err := theOnly("timesheet", text, found, submissionID)
	return one.Id, err
}

// errNothingPending is the error of deciding on what waits for nobody.
var errNothingPending = notFoundError("no line of the timesheet waits for a decision")

// errNoTimesheet is the error of a decision without a timesheet.
var errNoTimesheet = errors.New("name a timesheet by the beginning of its id, as stint timesheets --everyone shows it")
