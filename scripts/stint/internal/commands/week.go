package commands

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) week() *cobra.Command {
	return &cobra.Command{
		Use:   "week [PERIOD]",
		Short: "Draw the days of a week",
		Long: `Draw your days of a week, or of another period: each half hour is a block where more
than half of it is tracked, and a lighter block where some of it is. On a narrow terminal
it is each hour, or two. The sums are those of list and report: an entry counts on the day when
it starts, also where the picture shows it after midnight.

` + periodHelp,
		Example: `  stint week
  stint week last-week`,
		Args: oneText, ValidArgsFunction: completePeriods,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runWeek(c.Context(), first(strings.Join(args, ""), "week"))
		},
	}
}

// longestPicture bounds the days that are drawn.
const longestPicture = 62

func (a *app) runWeek(ctx context.Context, period string) error {
	p, err := a.readPeriod(ctx, period)
	if err != nil {
		return err
	}
	if p.Last.Sub(p.First) > longestPicture*24*time.Hour {
		return usageError{fmt.Errorf("%s is too long to draw: at most %d days", period, longestPicture)}
	}
	spans, err := a.spans(ctx, p)
	if err != nil || a.screen.JSON {
		return err
	}
	return a.draw(p, spans)
}

// spans reads the entries of a period, and those of the day before, which may last into it. With
// JSON it prints those of the period.
func (a *app) spans(ctx context.Context, p period) ([]screen.Span, error) {
	me, err := p.identity(ctx)
	if err != nil {
		return nil, err
	}
	from, to := p.bounds()
	before := from.AddDate(0, 0, -1)
	params := api.EntriesListParams{UserId: &me.User.Id, From: &before, To: &to, Limit: new(int64(200))}
	var spans []screen.Span
	for entry, err := range client.Records(ctx, p.EntriesListWithResponse, &params) {
		if err == nil && a.screen.JSON && !entry.Value.StartedAt.Before(from) {
			err = a.screen.Record(entry.Raw, "")
		}
		if err != nil {
			return nil, err
		}
		spans = append(spans, spanOf(entry.Value))
	}
	return spans, nil
}

// spanOf is the time of an entry; that of a timer is so far.
func spanOf(e api.Entry) screen.Span {
	return screen.Span{From: e.StartedAt, To: e.StartedAt.Add(time.Duration(e.DurationSeconds) * time.Second)}
}

// besidePicture are the columns of the day and of its sum, with the blanks around them.
const besidePicture = 20

// draw draws a line for every day.
func (a *app) draw(p period, spans []screen.Span) error {
	drawn := screen.NewPicture(spans, p.reader.Zone, a.columns(), besidePicture)
	if err := a.screen.Line("%s", a.screen.Paint(screen.Faint, "           "+drawn.Head())); err != nil {
		return err
	}
	var total time.Duration
	for day := p.First; !day.After(p.Last); day = day.AddDate(0, 0, 1) {
		from, to := when.Period{First: day, Last: day}.Range(p.reader.Zone)
		sum := screen.Started(spans, from, to)
		total += sum
		picture := a.screen.Paint(screen.Green, drawn.Day(from, spans))
		if err := a.screen.Line("%s  %s  %6s", day.Format("Mon 01-02"), picture, screen.Duration(sum)); err != nil {
			return err
		}
	}
	return a.screen.Line("%s", a.screen.Paint(screen.Bold, "Total "+screen.Duration(total)))
}

func (a *app) today() *cobra.Command {
	return &cobra.Command{
		Use:   "today",
		Short: "List your entries of today",
		Example: `  stint today
  stint today --json | jq -s 'map(.duration_seconds) | add // 0'`,
		Args: noText,
		RunE: func(c *cobra.Command, _ []string) error {
			return a.runList(c.Context(), "today", "", selectFlags{})
		},
	}
}
