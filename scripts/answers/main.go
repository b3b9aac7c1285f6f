// Command answers writes beside every sample event what its function answers:
// events/<family>/<route id>.answer.json. The functions are built for this
// machine and run under the Lambda runtime API, over a workspace that is
// furnished anew for each event and a clock that stands still.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"

	"stint/internal/runtimeapi"
	"stint/scripts/internal/rehearsal"
	"stint/scripts/internal/trial"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, ".", "events"); err != nil {
		fmt.Fprintln(os.Stderr, "answers:", err)
		stop()
		os.Exit(1)
	}
}

// run writes the answers into the folder of the events, and takes away those
// to events that are gone. The root is the module's folder.
func run(ctx context.Context, root, folder string) error {
	want, err := generate(ctx, root, folder)
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "*", "*.answer.json"))
	if err != nil {
		return err
	}
	for _, path := range old {
		if want[path] == nil {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	for path, text := range want {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate makes the text of every answer by its path.
func generate(ctx context.Context, root, folder string) (map[string][]byte, error) {
	all, err := rehearsal.ListEvents(folder)
	if err != nil {
		return nil, err
	}
	binaries, err := os.MkdirTemp("", "stint-answers-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(binaries) }()
	if err := runtimeapi.Build(ctx, root, binaries, slices.Sorted(maps.Keys(all))...); err != nil {
		return nil, err
	}
	tr, err := trial.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer tr.Close()
	answers := map[string][]byte{}
	for family, paths := range all {
		if err := recordAnswers(ctx, tr, runtimeapi.Binary(binaries, family), paths, answers); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// recordAnswers sends a family's events to its function, one after the other.
func recordAnswers(ctx context.Context, tr *trial.Trial, binary string, paths []string, answers map[string][]byte) error {
	stage, err := rehearsal.Start(tr, binary)
	if err != nil {
		return err
	}
	defer stage.Close()
	for _, path := range paths {
		_, answer, err := stage.Invoke(ctx, path)
		if err != nil {
			return err
		}
		if answers[rehearsal.AnswerPath(path)], err = answer.Encode(); err != nil {
			return err
		}
	}
	return nil
}
