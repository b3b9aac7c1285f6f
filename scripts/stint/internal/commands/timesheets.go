package commands

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

// statuses are the states of a timesheet that a list takes.
var statuses = []string{"submitted", "partially_rejected", "rejected", "approved", "withdrawn"}

func (a *app) timesheets() *cobra.Command {
	var everyone bool
	var status []string
	c := &cobra.Command{
		Use:   "timesheets [PERIOD]",
		Short: "List submitted timesheets",
		Long: "List your timesheets, the newest first, each after the beginning of its id, which approve and reject\n" +
			"take. " + strings.Replace(periodHelp, "week without one", "all without one", 1),
		Example: `  stint timesheets
  stint timesheets --everyone --status submitted`,
		Args: oneText, ValidArgsFunction: completePeriods,
	}
	c.Flags().BoolVar(&everyone, "everyone", false, "timesheets of all members that you may read")
	c.Flags().StringSliceVar(&status, "status", nil, "only those that are "+strings.Join(statuses, ", "))
	_ = c.RegisterFlagCompletionFunc("status", completeWords(statuses))
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := choose("status", status, statuses, len(statuses)); err != nil {
			return err
		}
		params := api.SubmissionsListParams{Limit: new(int64(200))}
		for _, s := range status {
			params.Status = append(params.Status, api.SubmissionsListParamsStatus(s))
		}
		return a.runTimesheets(c.Context(), strings.Join(args, ""), params, everyone)
	}
	return c
}

func (a *app) runTimesheets(ctx context.Context, period string, params api.SubmissionsListParams, everyone bool) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
	if period != "" {
		p, err := a.readPeriod(ctx, period)
		if err != nil {
			return err
		}
		params.From, params.To = &openapi_types.Date{Time: p.First}, &openapi_types.Date{Time: p.Last.AddDate(0, 0, 1)}
	}
	if !everyone {
		me, err := s.identity(ctx)
		if err != nil {
			return err
		}
		params.UserId = &me.User.Id
	}
	return a.printTimesheets(ctx, s, params, everyone)
}

func (a *app) printTimesheets(ctx context.Context, s *session, params api.SubmissionsListParams, everyone bool) error {
	var all []api.SubmissionSummary
	for submission, err := range client.Records(ctx, s.SubmissionsListWithResponse, &params) {
		if err == nil && a.screen.JSON {
			err = a.screen.Record(submission.Raw, "")
		}
		if err != nil {
			return err
		}
		all = append(all, submission.Value)
	}
	if a.screen.JSON {
		return nil
	}
	ids := make([]uuid.UUID, len(all))
	for i, submission := range all {
		ids[i] = submission.Id
	}
	short, labels := shortIDs(ids), s.labels()
	labels.everyone = everyone
	for i, submission := range all {
		before, text, err := a.submissionParts(ctx, labels, submission)
		if err == nil {
			err = a.screen.Beside(a.screen.Paint(screen.Faint, short[i])+"  "+before, text, a.columns())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// submissionParts describe a timesheet: its days and length, and whose it is and in which state.
func (a *app) submissionParts(ctx context.Context, l *labels,
	submission api.SubmissionSummary) (before, text string, err error) {
	before = fmt.Sprintf("%s to %s  %s", submission.PeriodStart.Format(time.DateOnly),
		submission.PeriodEnd.Format(time.DateOnly),
		a.screen.Paint(screen.Bold, screen.Seconds(submission.TotalSeconds)))
	text = submission.Status
	if submission.ClientStatus != "none" {
		text += ", client " + submission.ClientStatus
	}
	text = strings.ReplaceAll(text, "_", " ")
	if l.everyone {
		name, err := l.user(ctx, submission.UserId)
		if err != nil {
			return "", "", err
		}
		text = name + "  " + text
	}
	return before, screen.Clean(text), nil
}

// findTimesheet finds a timesheet by its id or the beginning of it. Errors: those of findEntry.
func (s *session) findTimesheet(ctx context.Context, text string) (uuid.UUID, error) {
	text = lower(strings.TrimSpace(text))
	if id, err := uuid.Parse(text); err == nil {
		return id, nil
	}
	if !isIDPrefix(text) {
		return uuid.Nil, usageError{fmt.Errorf("%q is no timesheet: write at least %d characters of its id, as stint "+
			"timesheets shows it", text, shortestID)}
	}
	several, searched := &ambiguousNameError{Kind: "timesheet", Name: text}, 0
	for submission, err := range client.All(ctx, s.SubmissionsListWithResponse,
		&api.SubmissionsListParams{Limit: new(int64(200))}) {
		if err != nil {
			return uuid.Nil, err
		}
		if id := submission.Id.String(); strings.HasPrefix(id, text) {
			several.Candidates = append(several.Candidates, named{ID: id, Name: id})
		}
		if searched++; searched == maxSearched {
			break
		}
	}
	switch len(several.Candidates) {
	case 0:
		return uuid.Nil, notFoundError(fmt.Sprintf("there is no timesheet %q among the latest %d", text, maxSearched))
	case 1:
		return uuid.Parse(several.Candidates[0].ID)
	}
	return uuid.Nil, several
}

// errNothingPending is the error of deciding on what waits for nobody.
var errNothingPending = notFoundError("no line of the timesheet waits for a decision")

// errNoTimesheet is the error of a decision without a timesheet.
var errNoTimesheet = errors.New("name a timesheet by the beginning of its id, as stint timesheets --everyone shows it")
