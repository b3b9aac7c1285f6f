package commands

import (
	"cmp"
	"context"
	"iter"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

func (a *app) list() *cobra.Command {
	var f selectFlags
	var search string
	c := &cobra.Command{
		Use:   "list [PERIOD]",
		Short: "List entries, the newest first",
		Long:  "List your entries of a period, the newest first, each after the beginning of its id, which edit and\ndelete take.\n\n" + periodHelp,
		Example: `  stint list
  stint list yesterday --json
  stint list 2026-11 -p difference --everyone`,
		Args: oneText, ValidArgsFunction: completePeriods,
	}
	f.addTo(c, a)
	c.Flags().StringVarP(&search, "search", "s", "", "only entries with this in their text")
	c.RunE = func(c *cobra.Command, args []string) error {
		return a.runList(c.Context(), cmp.Or(strings.Join(args, ""), "week"), search, f)
	}
	return c
}

// periodHelp is about periods, for help texts.
const periodHelp = "PERIOD is one of " + when.PeriodExamples + ";\nweek without one."

func completePeriods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []string{"today", "yesterday", "week", "last-week", "month", "last-month", "year"},
		cobra.ShellCompDirectiveNoFileComp
}

func (a *app) runList(ctx context.Context, period, search string, f selectFlags) error {
	s, err := a.selectTime(ctx, period, f)
	if err != nil {
		return err
	}
	params := api.EntriesListParams{From: &s.from, To: &s.to, ProjectId: s.project, TaskId: s.task, TagId: s.tag,
		UserId: s.user, Search: domain.OrNull(search)}
	labels, seconds := s.labels(), int64(0)
	labels.everyone = f.everyone
	err = printList(a, client.Records(ctx, s.EntriesListWithResponse, &params), entryID,
		func(e api.Entry) (before, text string, err error) {
			seconds += e.DurationSeconds
			return a.parts(ctx, labels, e, s.reader.Zone)
		})
	if err == nil {
		err = a.screen.Line("%s", a.screen.Paint(screen.Bold, "Total "+screen.Seconds(seconds)))
	}
	if err != nil || a.screen.JSON || !s.First.Equal(s.Last) {
		return err
	}
	return a.sayReaching(ctx, s, params)
}

// sayReaching says how much of a day is of entries that started the day before, which the total leaves out.
func (a *app) sayReaching(ctx context.Context, s selection, params api.EntriesListParams) error {
	before := s.from.AddDate(0, 0, -1)
	params.From, params.To = &before, &s.from
	var spans []screen.Span
	if err := client.ForEach(client.All(ctx, s.EntriesListWithResponse, &params), func(e api.Entry) {
		spans = append(spans, spanOf(e))
	}); err != nil {
		return err
	}
	after := screen.Reaching(spans, s.from, s.to)
	if after == 0 {
		return nil
	}
	return a.screen.Line("%s", a.screen.Paint(screen.Faint, "And "+screen.Duration(after)+
		" after midnight, of time that counts on the day before."))
}

// printList prints the records of a list: for people each after the beginning of its id, and in parts.
func printList[T any](a *app, records iter.Seq2[client.Record[T], error], idOf func(T) uuid.UUID,
	parts func(T) (before, text string, err error)) error {
	var all []T
	var ids []uuid.UUID
	for record, err := range records {
		switch {
		case err == nil && a.screen.JSON:
			err = a.screen.Record(record.Raw, "")
		case err == nil:
			all, ids = append(all, record.Value), append(ids, idOf(record.Value))
		}
		if err != nil {
			return err
		}
	}
	for i, id := range shortIDs(ids) {
		before, text, err := parts(all[i])
		if err == nil {
			err = a.screen.Beside(a.screen.Paint(screen.Faint, id)+"  "+before, text, a.columns())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// shownID is the least of an id that lists show, in characters.
const shownID = 8

// shortIDs are the beginnings of ids that tell the records of a list apart, all of one length.
func shortIDs(ids []uuid.UUID) []string {
	for length := shownID; ; length++ {
		short, seen := make([]string, len(ids)), map[string]bool{}
		for i, id := range ids {
			short[i] = id.String()[:length]
			seen[short[i]] = true
		}
		if len(seen) == len(ids) || length >= len(uuid.Nil.String()) {
			return short
		}
	}
}
