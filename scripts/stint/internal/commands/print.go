package commands

import (
	"encoding/json"
	"fmt"
	"iter"

	"stint/scripts/stint/internal/screen"
	"stint/shared/client"
)

// print prints a record unless there is an error.
func (a *app) print(raw []byte, line string, err error) error {
	if err != nil {
		return err
	}
	return a.screen.Record(raw, line)
}

// printAs prints a record, for people as line describes it.
func printAs[T any](a *app, record client.Record[T], err error, line func(T) (string, error)) error {
	if err != nil || a.screen.JSON {
		return a.print(record.Raw, "", err)
	}
	text, err := line(record.Value)
	return a.print(record.Raw, text, err)
}

// printNames prints the records of a list by their names.
func printNames[T any](a *app, all iter.Seq2[client.Record[T], error], name func(T) (string, error)) error {
	for record, err := range all {
		if err != nil {
			return err
		}
		line, err := name(record.Value)
		if err := a.print(record.Raw, screen.Clean(line), err); err != nil {
			return err
		}
	}
	return nil
}

// printLines prints a record under its name, for people as lines.
func (a *app) printLines(name string, record any, lines []string) error {
	if a.screen.JSON {
		raw, err := json.Marshal(map[string]any{name: record})
		return a.print(raw, "", err)
	}
	for _, line := range lines {
		if err := a.screen.Line("%s", line); err != nil {
			return err
		}
	}
	return nil
}

// note tells a person what is no result, on standard error.
func (a *app) note(format string, values ...any) {
	_, _ = fmt.Fprintln(a.Err, screen.CleanLines(fmt.Sprintf(format, values...)))
}
