package commands

import (
	"cmp"
	"context"
	"strings"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) submit() *cobra.Command {
	var note string
	c := &cobra.Command{
		Use:   "submit [PERIOD]",
		Short: "Submit your time of a period for approval",
		Long: "Submit your finished time of a period for approval.\n\n" +
			strings.Replace(periodHelp, "week without one", "last-week without one", 1),
		Example: `  stint submit
  stint submit 2026-11-02..2026-11-05 --note "without the workshop"`,
		Args: oneText, ValidArgsFunction: completePeriods,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runSubmit(c.Context(), cmp.Or(strings.Join(args, ""), "last-week"), note)
		},
	}
	c.Flags().StringVar(&note, "note", "", "a note to those who approve")
	return c
}

func (a *app) runSubmit(ctx context.Context, period, note string) error {
	p, err := a.readPeriod(ctx, period)
	if err != nil {
		return err
	}
	submission, err := client.GetRecord(p.SubmissionsCreateWithResponse(ctx, nil, api.SubmissionCreateRequest{
		PeriodStart: openapi_types.Date{Time: p.First}, PeriodEnd: openapi_types.Date{Time: p.Last},
		Note: domain.OrNull(note),
	}))
	v := submission.Value
	return a.print(submission.Raw, "Submitted "+v.PeriodStart.Format(time.DateOnly)+" to "+
		v.PeriodEnd.Format(time.DateOnly)+": "+
		a.screen.Paint(screen.Bold, screen.Seconds(v.TotalSeconds))+", "+screen.Clean(v.Status), err)
}
