package commands

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) report() *cobra.Command {
	var f selectFlags
	var by []string
	c := &cobra.Command{
		Use:   "report [PERIOD]",
		Short: "Sum up finished time by project, task, user or day",
		Long:  "Sum up your finished time of a period.\n\n" + periodHelp,
		Example: `  stint report month
  stint report last-month --by project,user --everyone
  stint report 2026 --by client --json`,
		Args: oneText, ValidArgsFunction: completePeriods,
	}
	f.addTo(c, a)
	c.Flags().StringSliceVar(&by, "by", []string{"project"}, "up to three of "+strings.Join(groups, ", "))
	_ = c.RegisterFlagCompletionFunc("by", completeWords(groups))
	c.RunE = func(c *cobra.Command, args []string) error {
		return a.runReport(c.Context(), cmp.Or(strings.Join(args, ""), "week"), by, f)
	}
	return c
}

// groups are what a report may be grouped by, and maxGroups is by how many at once.
var groups = []string{"project", "task", "client", "user", "tag", "day"}

const maxGroups = 3

func (a *app) runReport(ctx context.Context, period string, by []string, f selectFlags) error {
	if err := choose("by", by, groups, maxGroups); err != nil {
		return err
	}
	s, err := a.selectTime(ctx, period, f)
	if err != nil {
		return err
	}
	params := api.ReportsSummaryParams{From: &s.from, To: &s.to, ProjectId: s.project, TaskId: s.task, TagId: s.tag,
		UserId: s.user}
	for _, group := range by {
		params.GroupBy = append(params.GroupBy, api.ReportsSummaryParamsGroupBy(group))
	}
	summary, err := client.GetRecord(s.ReportsSummaryWithResponse(ctx, &params))
	if err != nil || a.screen.JSON {
		return a.print(summary.Raw, "", err)
	}
	return a.printSummary(summary.Value)
}

// barWidth is the length of the longest bar of a report, and withBars is how many columns it takes to show bars.
const barWidth, withBars = 12, 60

// printSummary prints a line with a bar for each group, and the sum. On a narrow terminal there are no bars.
func (a *app) printSummary(summary api.ReportSummary) error {
	largest := int64(0)
	for _, group := range summary.Items {
		largest = max(largest, group.Seconds)
	}
	for _, group := range summary.Items {
		before := fmt.Sprintf("%9s  %14s", screen.Seconds(group.Seconds), amount(group.Amount, group.Currency))
		if columns := a.columns(); columns == 0 || columns >= withBars {
			before += "  " + a.screen.Paint(screen.Green, fmt.Sprintf("%-*s", barWidth,
				screen.Bar(group.Seconds, largest, barWidth)))
		}
		if err := a.screen.Beside(before, screen.Clean(nameOf(group)), a.columns()); err != nil {
			return err
		}
	}
	line := a.screen.Paint(screen.Bold, "Total") + "  " + screen.Seconds(summary.Total.Seconds)
	if billable := summary.Total.BillableSeconds; billable > 0 {
		line += ", billable " + screen.Seconds(billable)
	}
	if summary.Total.Amount != nil && *summary.Total.Amount != 0 {
		line += ", " + amount(summary.Total.Amount, summary.Currency)
	}
	return a.screen.Line("%s", line)
}

// amount is money; "" for those who see none.
func amount(minor *int64, currency string) string {
	if minor == nil {
		return ""
	}
	return screen.Money(*minor, screen.Clean(currency))
}

// nameOf is the name of a group, or those of its groups.
func nameOf(group api.ReportGroup) string {
	if len(group.Keys) == 0 {
		return nameOrKey(group.Name, group.Key)
	}
	var all []string
	for _, k := range group.Keys {
		all = append(all, nameOrKey(k.Name, k.Key))
	}
	return strings.Join(all, " / ")
}

func nameOrKey(name, key *string) string {
	for _, text := range []*string{name, key} {
		if text != nil && *text != "" {
			return *text
		}
	}
	return "(none)"
}
