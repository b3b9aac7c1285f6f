package commands

import (
	"context"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) list() *cobra.Command {
	var w workFlags
	var search string
	var everyone bool
	c := &cobra.Command{
		Use:   "list [PERIOD]",
		Short: "List entries, the newest first",
		Long:  "List your entries of a period, the newest first.\n\n" + periodHelp,
		Example: `  stint list
  stint list yesterday --json
  stint list 2026-11 -p engine --everyone`,
		Args: cobra.MaximumNArgs(1), ValidArgsFunction: completePeriods,
	}
	w.addTo(c, a)
	c.Flags().StringVarP(&search, "search", "s", "", "only entries with this in their text")
	c.Flags().BoolVar(&everyone, "everyone", false, "entries of all members whose time you may read")
	c.RunE = func(c *cobra.Command, args []string) error {
		params := api.EntriesListParams{Search: optional(search)}
		return a.runList(c.Context(), params, w, first(strings.Join(args, ""), "week"), everyone)
	}
	return c
}

// periodHelp is about periods, for help texts.
const periodHelp = "PERIOD is one of " + when.PeriodExamples + ";\nweek without one."

func completePeriods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"today", "yesterday", "week", "last-week", "month", "last-month", "year"}, cobra.ShellCompDirectiveNoFileComp
}

func (a *app) runList(ctx context.Context, params api.EntriesListParams, w workFlags, period string, everyone bool) error {
	s, err := a.connect()
	if err != nil {
		return err
	}
	reader, err := a.reader(ctx, s)
	if err != nil {
		return err
	}
	p, err := reader.Period(period)
	if err != nil {
		return err
	}
	found, err := w.find(ctx, s)
	if err != nil {
		return err
	}
	params.ProjectId, params.TaskId = found.project, found.task
	if len(found.tags) > 0 {
		params.TagId = &found.tags[0]
	}
	if !everyone {
		me, err := s.identity(ctx)
		if err != nil {
			return err
		}
		params.UserId = &me.User.Id
	}
	from, to := p.Range(reader.Zone)
	params.From, params.To, params.Limit = &from, &to, new(int64(200))
	return a.printEntries(ctx, s, client.Records(ctx, s.EntriesListWithResponse, &params), reader.Zone)
}

// printEntries prints entries and their sum.
func (a *app) printEntries(ctx context.Context, s *session, entries iter.Seq2[client.Record[api.Entry], error], zone *time.Location) error {
	labels, seconds := s.labels(), int64(0)
	for entry, err := range entries {
		if err != nil {
			return err
		}
		seconds += entry.Value.DurationSeconds
		line := ""
		if !a.screen.JSON {
			if line, err = a.line(ctx, labels, entry.Value, zone); err != nil {
				return err
			}
		}
		if err := a.screen.Record(entry.Raw, line); err != nil {
			return err
		}
	}
	return a.screen.Line("%s", a.screen.Paint(screen.Bold, "Total "+screen.Seconds(seconds)))
}
