package commands

import (
	"context"
	"fmt"
	"strings"
	"time"

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
	c.PreRunE = func(*cobra.Command, []string) error { return choose("status", status, statuses, len(statuses)) }
	c.RunE = a.connected(func(ctx context.Context, s *session, args []string) error {
		params := api.SubmissionsListParams{}
		for _, name := range status {
			params.Status = append(params.Status, api.SubmissionsListParamsStatus(name))
		}
		return a.runTimesheets(ctx, s, strings.Join(args, ""), params, everyone)
	})
	return c
}

func (a *app) runTimesheets(ctx context.Context, s *session, period string, params api.SubmissionsListParams,
	everyone bool) error {
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
	labels := s.labels()
	labels.everyone = everyone
	return printList(a, client.Records(ctx, s.SubmissionsListWithResponse, &params), submissionID,
		func(submission api.SubmissionSummary) (before, text string, err error) {
			return a.submissionParts(ctx, labels, submission)
		})
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
