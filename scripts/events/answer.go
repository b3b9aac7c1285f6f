package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"stint/internal/programs"
	"stint/scripts/internal/invocation"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/sandbox"
)

func answer(ctx context.Context, _ []string) error { return writeAnswers(ctx, ".", eventsFolder) }

// writeAnswers writes the answers into the folder of the events and removes answers whose
// event is gone. The root is the module's folder.
func writeAnswers(ctx context.Context, root, folder string) error {
	want, err := generateAnswers(ctx, root, folder)
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(folder, "*", "*.answer.json"))
	if err != nil {
		return err
	}
	return sample.ReplaceFiles(old, want)
}

// generateAnswers makes the text of every answer file by its path.
func generateAnswers(ctx context.Context, root, folder string) (map[string][]byte, error) {
	all, err := invocation.ListEvents(folder)
	if err != nil {
		return nil, err
	}
	if err := programs.BuildFunctions(ctx, root, programs.Here, slices.Sorted(maps.Keys(all))...); err != nil {
		return nil, err
	}
	sb, err := sandbox.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer sb.Close()
	answers := map[string][]byte{}
	for family, paths := range all {
		program := programs.FunctionPath(root, programs.Here, family)
		if err := recordAnswers(ctx, sb, program, family, paths, answers); err != nil {
			return nil, err
		}
	}
	return answers, nil
}

// recordAnswers sends a family's events to its function, one after another, and
// adds the answers to the map.
func recordAnswers(ctx context.Context, sb *sandbox.Sandbox, binary, family string, paths []string,
	answers map[string][]byte) error {
	function, err := invocation.Start(sb, binary, family)
	if err != nil {
		return err
	}
	defer function.Close()
	for _, path := range paths {
		_, answer, err := function.Invoke(ctx, path)
		if err != nil {
			return err
		}
		if answers[invocation.AnswerPath(path)], err = sample.Encode(answer); err != nil {
			return err
		}
	}
	return nil
}
