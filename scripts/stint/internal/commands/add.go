package commands

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/when"
	"stint/shared/client"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// addFlags say when the time was.
type addFlags struct{ from, to, length string }

func (f *addFlags) define(c *cobra.Command) {
	c.Flags().StringVar(&f.from, "from", "", "when it started: "+whenExamples)
	c.Flags().StringVar(&f.to, "to", "", "when it stopped")
	c.Flags().StringVar(&f.length, "for", "", "how long it was: "+when.DurationExamples)
}

func (a *app) add() *cobra.Command {
	var w workFlags
	var f addFlags
	c := &cobra.Command{
		Use:   "add [TEXT…]",
		Short: "Add time that is over",
		Long: `Add time that is over: from one time to another, or for a duration.
A duration alone ends now. A time alone after --to is on the day of --from, or on the
next day if it is earlier than that.`,
		Example: `  stint add "Reading proofs" -p difference --from 9:15 --to 10:30
  stint add call --for 20m --tag remote
  stint add --from "yesterday 22:00" --to 1:30`,
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	w.addTo(c, a)
	f.define(c)
	billable := addBillableTo(c)
	c.RunE = a.connected(func(ctx context.Context, s *session, args []string) error {
		request := api.EntryCreateRequest{Description: domain.OrNull(strings.Join(args, " ")), IsBillable: billable()}
		return a.runAdd(ctx, s, request, w, f)
	})
	return c
}

func (a *app) runAdd(ctx context.Context, s *session, request api.EntryCreateRequest, w workFlags,
	f addFlags) error {
	reader, err := a.reader(ctx, s)
	if err != nil {
		return err
	}
	if request.StartedAt, request.StoppedAt, err = f.read(reader); err != nil {
		return err
	}
	found, err := w.find(ctx, s)
	if err != nil {
		return err
	}
	request.ProjectId, request.TaskId, request.TagIds = found.project, found.task, found.tags
	entry, err := client.GetRecord(s.EntriesCreateWithResponse(ctx, request))
	return printAs(a, entry, err, func(e api.Entry) (string, error) { return a.line(ctx, s.labels(), e, reader.Zone) })
}

// read reads when the time was.
func (f addFlags) read(r when.Reader) (from, to time.Time, err error) {
	switch {
	case f.length != "" && f.from != "" && f.to != "", f.length == "" && (f.from == "" || f.to == ""):
		return from, to, usageError{errors.New("say two of --from, --to and --for, or --for alone")}
	case f.length == "":
		if from, err = r.Moment(f.from); err != nil {
			return from, to, err
		}
		to, err = r.After(from, f.to)
		return from, to, err
	}
	length, err := when.Duration(f.length)
	if err != nil {
		return from, to, err
	}
	if f.from != "" {
		from, err = r.Moment(f.from)
		return from, from.Add(length), err
	}
	to, err = r.Moment(cmp.Or(f.to, "now"))
	return to.Add(-length), to, err
}
