package commands

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stint/shared/client"
	"stint/shared/client/api"
)

// editFlags say what becomes of an entry.
type editFlags struct {
	workFlags
	addFlags
	without []string
}

// clearable are what an entry may be without, and the names of the API for them.
var clearable = map[string]string{"text": "description", "project": "projectId", "task": "taskId", "tags": "tagIds"}

func (a *app) edit() *cobra.Command {
	var f editFlags
	c := &cobra.Command{
		Use:   "edit ENTRY [TEXT…]",
		Short: "Change an entry, or the running timer",
		Long: `Change an entry, or the running timer. ENTRY is its id or the beginning of it, as stint list
shows it, or last. What is not named stays as it is. A time alone is on the day of the entry.`,
		Example: `  stint edit last "Drawing the crankshaft"
  stint edit 019e7a1b -p difference --to 17:30
  stint edit 019e7a1b --without task,tags --for 1h30m`,
		Args: someEntry, ValidArgsFunction: cobra.NoFileCompletions,
	}
	f.workFlags.addTo(c, a)
	f.define(c)
	c.Flags().StringSliceVar(&f.without, "without", nil, "what it shall be without: text, project, task, tags")
	_ = c.RegisterFlagCompletionFunc("without", completeWords([]string{"text", "project", "task", "tags"}))
	billable := addBillableTo(c)
	c.RunE = a.connected(func(ctx context.Context, s *session, args []string) error {
		change := map[string]any{}
		if text := strings.Join(args[1:], " "); text != "" {
			change["description"] = text
		}
		if b := billable(); b != nil {
			change["isBillable"] = *b
		}
		return a.runEdit(ctx, s, args[0], change, f)
	})
	return c
}

func (a *app) runEdit(ctx context.Context, s *session, text string, change map[string]any,
	f editFlags) error {
	reader, err := a.reader(ctx, s)
	if err != nil {
		return err
	}
	e, err := s.findEntry(ctx, text)
	if err == nil {
		err = f.addTo(ctx, s, reader, e, change)
	}
	if err != nil {
		return err
	}
	changed, err := client.GetRecord(s.changeEntry(ctx, e, change))
	return printAs(a, changed, err, func(e api.Entry) (string, error) { return a.line(ctx, s.labels(), e, reader.Zone) })
}

// changeEntry changes what is named of an entry, unless it has changed meanwhile.
func (s *session) changeEntry(ctx context.Context, e api.Entry,
	change map[string]any) (*api.EntriesEditResponse, error) {
	body, err := json.Marshal(change)
	if err != nil {
		return nil, err
	}
	return s.EntriesEditWithBodyWithResponse(ctx, e.Id,
		&api.EntriesEditParams{UserId: &e.UserId, IfMatch: new(etag(e.Version))}, "application/json", bytes.NewReader(body))
}

// etag names a version of a record.
func etag(version int64) string { return fmt.Sprintf("%q", fmt.Sprint(version)) }
