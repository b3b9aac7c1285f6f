package commands

import (
	"cmp"
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
it is each hour, or two. A bar compares the sums. These are those of list and report: an entry
counts on the day when it starts. What reaches into the next day is named there.

` + periodHelp,
		Example: `  stint week
  stint week last-week`,
		Args: oneText, ValidArgsFunction: completePeriods,
		RunE: func(c *cobra.Command, args []string) error {
			return a.runWeek(c.Context(), cmp.Or(strings.Join(args, ""), "week"))
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
	params := api.EntriesListParams{UserId: &me.User.Id, From: &before, To: &to}
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

// draw draws a line for every day.
func (a *app) draw(p period, spans []screen.Span) error {
	drawn := screen.NewPicture(spans, p.reader.Zone, a.columns())
	if err := a.screen.Line("%s", a.screen.Paint(screen.Faint, "           "+drawn.Head())); err != nil {
		return err
	}
	var total time.Duration
	longest := longestDay(p, spans)
	for day := p.First; !day.After(p.Last); day = day.AddDate(0, 0, 1) {
		from, to := when.Period{First: day, Last: day}.Range(p.reader.Zone)
		sum := screen.Started(spans, from, to)
		total += sum
		line := a.dayLine(drawn, from, spans, sum, longest)
		if err := a.sayDay(line, screen.Reaching(spans, from, to)); err != nil {
			return err
		}
	}
	return a.screen.Line("%s", a.screen.Paint(screen.Bold, "Total "+screen.Duration(total)))
}

// dayLine is the picture of a day with its sum, and with a bar where there is room.
func (a *app) dayLine(drawn screen.Picture, day time.Time, spans []screen.Span, sum time.Duration,
	longest int64) string {
	line := fmt.Sprintf("%s  %s  %6s", day.Format("Mon 01-02"), a.screen.Paint(screen.Green, drawn.Day(day, spans)),
		screen.Duration(sum))
	needed := drawn.Width() + screen.BesidePicture + 2 + dayBar
	if bar := screen.Bar(int64(sum), longest, dayBar); bar != "" && a.hasRoom(needed) {
		line += "  " + a.screen.Paint(screen.Green, bar)
	}
	return line
}

// sayDay prints a line, and how much of the day is of entries that started before it.
func (a *app) sayDay(line string, before time.Duration) error {
	if before == 0 {
		return a.screen.Line("%s", line)
	}
	text := a.screen.Paint(screen.Faint, "and "+screen.Duration(before)+" of the day before")
	return a.screen.Beside(line, text, a.columns())
}

// dayBar is the length of the bar of the longest day.
const dayBar = 8

// hasRoom reports whether the terminal has so many columns.
func (a *app) hasRoom(columns int) bool { return a.columns() == 0 || a.columns() >= columns }

// longestDay is the largest sum of a day.
func longestDay(p period, spans []screen.Span) (longest int64) {
	for day := p.First; !day.After(p.Last); day = day.AddDate(0, 0, 1) {
		from, to := when.Period{First: day, Last: day}.Range(p.reader.Zone)
		longest = max(longest, int64(screen.Started(spans, from, to)))
	}
	return longest
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
