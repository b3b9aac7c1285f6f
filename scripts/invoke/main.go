// Command invoke sends one event to its function and prints the answer:
//
//	make invoke EVENT=events/timers/timers.start.json
//
// The function is the one the file's folder is named after. It runs in this
// process over an empty table; a made-up credential in the event is replaced
// by that of somebody who has just registered.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/scripts/internal/trial"
)

func main() {
	if err := run(context.Background(), os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "invoke:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errors.New("name one event: make invoke EVENT=events/<family>/<route>.json")
	}
	f, event, err := read(args[0])
	if err != nil {
		return err
	}
	tr, err := trial.Open(ctx)
	if err != nil {
		return err
	}
	defer tr.Close()
	tr.Sign(&event)
	answer, err := f.Handler(tr.Deps)(ctx, event)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(answer)
}

// read reads an event, and finds the family its folder is named after.
func read(path string) (f functions.Family, event events.APIGatewayProxyRequest, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return f, event, err
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return f, event, fmt.Errorf("%s is no event: %w", path, err)
	}
	name := filepath.Base(filepath.Dir(path))
	for _, f := range functions.Families() {
		if f.Name == name {
			return f, event, nil
		}
	}
	return f, event, fmt.Errorf("there is no function %q", name)
}
