package commands

import (
	"context"

	"github.com/spf13/cobra"

	"stint/shared/client"
	"stint/shared/client/api"
)

func (a *app) remove() *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use:   "delete ENTRY…",
		Short: "Delete entries",
		Long: `Delete entries. ENTRY is the id of one or the beginning of it, as stint list shows it, or last.
On a terminal the command shows them and asks.`,
		Example: `  stint delete last
  stint delete 019e7a1b 019e7a2c --yes`,
		Args: someEntry, ValidArgsFunction: cobra.NoFileCompletions,
		RunE: a.connected(func(ctx context.Context, s *session, args []string) error {
			return a.runDelete(ctx, s, args, yes)
		}),
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}

func (a *app) runDelete(ctx context.Context, s *session, texts []string, yes bool) error {
	all, err := s.findEntries(ctx, texts)
	if err != nil {
		return err
	}
	lines, err := a.linesOf(ctx, s, all)
	if err != nil {
		return err
	}
	if asks := a.isInteractive() && !yes; asks {
		for _, line := range lines {
			a.note("%s", line)
		}
		if err := a.confirm(ctx, false); err != nil {
			return err
		}
	}
	for i, e := range all {
		deleted, err := client.GetRecord(s.EntriesDeleteWithResponse(ctx, e.Id,
			&api.EntriesDeleteParams{UserId: &e.UserId, IfMatch: new(etag(e.Version))}))
		if err := a.print(deleted.Raw, "Deleted  "+lines[i], err); err != nil {
			return err
		}
	}
	return nil
}

// findEntries finds entries, each once.
func (s *session) findEntries(ctx context.Context, texts []string) (all []api.Entry, err error) {
	seen := map[string]bool{}
	for _, text := range texts {
		e, err := s.findEntry(ctx, text)
		if err != nil {
			return nil, err
		}
		if !seen[e.Id.String()] {
			seen[e.Id.String()], all = true, append(all, e)
		}
	}
	return all, nil
}

// linesOf describes entries, for people.
func (a *app) linesOf(ctx context.Context, s *session, all []api.Entry) (lines []string, err error) {
	reader, err := a.reader(ctx, s)
	if err != nil {
		return nil, err
	}
	labels := s.labels()
	for _, e := range all {
		line, err := a.line(ctx, labels, e, reader.Zone)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

func (a *app) discard() *cobra.Command {
	return &cobra.Command{
		Use:   "discard",
		Short: "Forget the running timer and its time",
		Example: `  stint discard
  stint discard --json | jq -r .id`,
		Args: noText,
		RunE: a.connected(a.runDiscard),
	}
}

func (a *app) runDiscard(ctx context.Context, s *session, _ []string) error {
	current, err := client.Get(s.TimersCurrentWithResponse(ctx))
	switch {
	case err != nil:
		return err
	case current.Timer == nil:
		return errNothingRuns
	}
	e := *current.Timer
	discarded, err := client.GetRecord(s.TimersDiscardWithResponse(ctx, e.Id,
		&api.TimersDiscardParams{IfMatch: new(etag(e.Version))}))
	return printAs(a, discarded, err, func(api.DeletedRecord) (string, error) {
		return a.ended(ctx, s.labels(), "Discarded", e)
	})
}
