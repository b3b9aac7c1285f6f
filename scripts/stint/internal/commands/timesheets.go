package commands

import (
	"context"
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
