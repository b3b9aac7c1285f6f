package commands

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"
	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) withdraw() *cobra.Command {
	return &cobra.Command{
		Use:   "withdraw [TIMESHEET]",
		Short: "Withdraw a timesheet that you submitted",
		Long: `Withdraw a timesheet that you submitted, so that its time can be changed and submitted again.
TIMESHEET is its id or the beginning of it, as stint timesheets shows it, or a period in which it
begins, as stint submit takes it; last-week without one. An approved timesheet stays: an owner or
admin can reopen it.`,
		Example: `  stint withdraw
  stint withdraw 2026-11-02..2026-11-05
  stint withdraw 019e7a1b`,
		Args: oneText, ValidArgsFunction: completePeriods,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.runWithdraw(ctx, s, cmp.Or(strings.Join(args, ""), "last-week"))
		}),
	}
}

func (a *app) runWithdraw(ctx context.Context, s *session, text string) error {
	id, err := a.findSubmitted(ctx, s, text)
	if err != nil {
		return err
	}
	submission, err := client.GetRecord(s.SubmissionsWithdrawWithResponse(ctx, id))
	v := submission.Value
	return a.print(submission.Raw, "Withdrawn: "+v.PeriodStart.Format(time.DateOnly)+" to "+
		v.PeriodEnd.Format(time.DateOnly)+", "+a.screen.Paint(screen.Bold, screen.Seconds(v.TotalSeconds))+".", err)
}

// findSubmitted finds a timesheet by a period, or else by its id. Errors: those of findTimesheet.
func (a *app) findSubmitted(ctx context.Context, s *session, text string) (uuid.UUID, error) {
	if p, err := a.readPeriod(ctx, text); err == nil {
		return s.findOpenTimesheet(ctx, text, p)
	}
	return s.findTimesheet(ctx, text)
}

// openStatuses are the states of a timesheet that can be withdrawn.
var openStatuses = []api.SubmissionsListParamsStatus{"submitted", "partially_rejected", "rejected"}

// findOpenTimesheet finds one's own timesheet that begins in a period and is open. Errors: notFoundError,
// *ambiguousNameError.
func (s *session) findOpenTimesheet(ctx context.Context, text string, p period) (uuid.UUID, error) {
	me, err := s.identity(ctx)
	if err != nil {
		return uuid.Nil, err
	}
	found, err := latestLike(client.All(ctx, s.SubmissionsListWithResponse, &api.SubmissionsListParams{
		UserId: &me.User.Id, Status: openStatuses, From: &openapi_types.Date{Time: p.First},
		To: &openapi_types.Date{Time: p.Last.AddDate(0, 0, 1)},
	}), "", submissionID)
	switch {
	case err != nil:
		return uuid.Nil, err
	case len(found) == 0:
		return uuid.Nil, notFoundError("you have no timesheet of " + text +
			" that can be withdrawn: stint timesheets lists them")
	}
	one, err := theOnly("timesheet", text, found, submissionID)
	return one.Id, err
}

func submissionID(s api.SubmissionSummary) uuid.UUID { return s.Id }
