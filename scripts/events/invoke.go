package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/internal/programs"
	"stint/scripts/internal/invocation"
	"stint/scripts/internal/sample"
	"stint/scripts/internal/sandbox"
	"stint/shared/boot"
)

func invoke(ctx context.Context, args []string) error { return sendEvent(ctx, os.Stdout, ".", args) }

// sendEvent sends the event that args name. The root is the module's folder.
func sendEvent(ctx context.Context, out io.Writer, root string, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errors.New("name one event: make invoke EVENT=events/<family>/<route>.json")
	}
	path := args[0]
	if err := checkEvent(path); err != nil {
		return err
	}
	family := invocation.Family(path)
	if err := programs.BuildFunctions(ctx, root, programs.Here, family); err != nil {
		return err
	}
	answer, kept, err := answerTo(ctx, programs.FunctionPath(root, programs.Here, family), path)
	if err != nil {
		return err
	}
	if err := printAnswer(out, answer); err != nil {
		return err
	}
	return compareAnswer(out, path, kept)
}

// checkEvent refuses an event that is not readable or has no function, before
// anything is built.
func checkEvent(path string) error {
	if _, err := invocation.ReadEvent(path); err != nil {
		return err
	}
	name := invocation.Family(path)
	if !slices.ContainsFunc(functions.Families(), func(f boot.Function) bool { return f.Name == name }) {
		return fmt.Errorf("there is no function %q", name)
	}
	return nil
}

func answerTo(ctx context.Context, binary,
	path string) (answer events.APIGatewayProxyResponse, kept invocation.Answer, err error) {
	sb, err := sandbox.Open(ctx)
	if err != nil {
		return answer, kept, err
	}
	defer sb.Close()
	function, err := invocation.Start(sb, binary, invocation.Family(path))
	if err != nil {
		return answer, kept, err
	}
	defer function.Close()
	return function.Invoke(ctx, path)
}

func printAnswer(out io.Writer, answer events.APIGatewayProxyResponse) error {
	text, err := sample.Encode(answer)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

// compareAnswer prints whether the answer equals the one in the answer file, and
// how it differs.
func compareAnswer(out io.Writer, path string, kept invocation.Answer) error {
	got, err := sample.Encode(kept)
	if err != nil {
		return err
	}
	file := invocation.AnswerPath(path)
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintf(out, "no answer is expected: there is no %s\n", file)
		return err
	}
	if err != nil {
		return err
	}
	differences := invocation.Diff(string(got), string(want))
	if len(differences) == 0 {
		_, err = fmt.Fprintf(out, "as expected: %s\n", file)
		return err
	}
	_, _ = fmt.Fprintf(out, "not as expected: %s (- expected, + answered; ids and tokens are masked)\n", file)
	for _, line := range differences {
		_, err = fmt.Fprintln(out, line)
	}
	return err
}
