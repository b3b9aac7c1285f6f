package commands

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// linePending is the status of a line that waits for a decision.
const linePending = "pending"

func (a *app) approve() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "approve TIMESHEET",
		Short: "Approve the lines of a timesheet that wait for you",
		Long: `Approve the lines of a timesheet that wait for you. TIMESHEET is its id or the beginning of it, as
stint timesheets shows it. On a terminal the command shows the lines and asks.`,
		Example: `  stint timesheets --everyone --status submitted
  stint approve 019e7a1b`,
		Args: oneTimesheet, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.decide(ctx, s, args[0], yes, "", func(submission api.Submission, _ []api.SubmissionLine) error {
				return a.approveAll(ctx, s, submission)
			})
		}),
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}

func (a *app) reject() *cobra.Command {
	var yes bool
	var project string
	c := &cobra.Command{
		Use:   "reject TIMESHEET [REASON…]",
		Short: "Reject lines of a timesheet",
		Long: `Reject the lines of a timesheet that wait for you, or those of one project, so that their entries
can be corrected. TIMESHEET is its id or the beginning of it, as stint timesheets shows it. On
a terminal the command shows the lines and asks.`,
		Example: `  stint reject 019e7a1b "Monday is not ours"
  stint reject 019e7a1b -p difference "This was maintenance"`,
		Args: someTimesheet, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.decide(ctx, s, args[0], yes, project, func(_ api.Submission, lines []api.SubmissionLine) error {
				return a.rejectLines(ctx, s, lines, domain.OrNull(strings.Join(args[1:], " ")))
			})
		}),
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	c.Flags().StringVarP(&project, "project", "p", "", "only the lines of this project, by the beginning of its name")
	_ = c.RegisterFlagCompletionFunc("project", a.completeProjects())
	return c
}

// someTimesheet wants a timesheet, and takes words after it.
func someTimesheet(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errNoTimesheet
	}
	return nil
}

// oneTimesheet wants one timesheet and nothing else.
func oneTimesheet(c *cobra.Command, args []string) error {
	return cobra.MatchAll(someTimesheet, oneText)(c, args)
}

// decide finds what waits in a timesheet, shows it to a person, and decides.
func (a *app) decide(ctx context.Context, s *session, text string, yes bool, project string,
	act func(api.Submission, []api.SubmissionLine) error) error {
	id, err := s.findTimesheet(ctx, text)
	if err != nil {
		return err
	}
	submission, err := client.Get(s.SubmissionsGetWithResponse(ctx, id))
	if err != nil {
		return err
	}
	lines, err := s.pendingLines(ctx, *submission, project)
	if err != nil {
		return err
	}
	if a.isInteractive() && !yes {
		if err := a.showLines(ctx, s, lines); err != nil {
			return err
		}
		if err := a.confirm(ctx, false); err != nil {
			return err
		}
	}
	return act(*submission, lines)
}
