package commands

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) watch() *cobra.Command {
	var since string
	var types []string
	var pause time.Duration
	c := &cobra.Command{
		Use:   "watch",
		Short: "Follow what changes in the workspace, until Ctrl-C",
		Example: `  stint watch
  stint watch --since -1h --types entry,project --json`,
		Args: noText,
		PreRunE: func(*cobra.Command, []string) error {
			if pause < leastPause {
				return usageError{fmt.Errorf("--every is at least %v", leastPause)}
			}
			return choose("types", types, watched, len(watched))
		},
		RunE: a.connected(func(ctx context.Context, s *session, _ []string) error {
			return a.runWatch(ctx, s, since, types, pause)
		}),
	}
	c.Flags().StringVar(&since, "since", "now", "where to begin, at most 30 days ago: "+whenExamples)
	c.Flags().StringSliceVar(&types, "types", nil, "only these kinds of records: "+strings.Join(watched, ", "))
	_ = c.RegisterFlagCompletionFunc("types", completeWords(watched))
	c.Flags().DurationVar(&pause, "every", defaultPause, "pause between two looks, at least "+leastPause.String())
	return c
}

// Bounds of the pause between two looks.
const (
	defaultPause = 5 * time.Second
	leastPause   = time.Second
)

// longestAgo is how far back the service knows changes.
const longestAgo = 30 * 24 * time.Hour

// watched are the kinds of records that watch follows.
var watched = []string{"entry", "client", "project", "project_member", "task", "tag", "member", "submission",
	"invitation", "workspace"}

func (a *app) runWatch(ctx context.Context, s *session, since string, types []string, pause time.Duration) error {
	reader, err := a.reader(ctx, s)
	if err != nil {
		return err
	}
	begin, err := reader.Moment(since)
	if err != nil {
		return err
	}
	if begin.Before(reader.Now.Add(-longestAgo)) {
		return usageError{fmt.Errorf("--since %q is more than 30 days ago", since)}
	}
	params := api.ChangesListParams{Since: &begin}
	for _, kind := range types {
		params.Types = append(params.Types, api.ChangesListParamsTypes(kind))
	}
	for change, err := range client.Follow(ctx, s.Client, params, pause) {
		if ctx.Err() != nil {
			return nil // Ctrl-C is how it ends
		}
		if err != nil {
			return err
		}
		if err := a.screen.Record(change.Raw, a.changeLine(change.Value, reader.Zone)); err != nil {
			return err
		}
	}
	return nil
}

// changeLine describes a change: when, what, and the name or text of the record.
func (a *app) changeLine(c api.Change, zone *time.Location) string {
	text := c.Id.String()
	for _, property := range []string{"description", "name", "display_name", "status"} {
		if value, _ := c.Record[property].(string); value != "" {
			text = screen.Clean(value)
			break
		}
	}
	kind := screen.Clean(c.Type)
	if c.Record == nil {
		kind += " deleted"
	}
	return a.screen.Paint(screen.Faint, c.ChangedAt.In(zone).Format(time.DateTime)) + "  " + kind + "  " + text
}
