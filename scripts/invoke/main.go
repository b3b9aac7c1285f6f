// Command invoke sends one event to its function and prints the answer, and
// how it differs from the one that is kept beside the event:
//
//	make invoke EVENT=events/timers/timers.start.json
//
// The function is the one the file's folder is named after. It is built for
// this machine and runs under the Lambda runtime API, over a table of its own
// in which a small workspace stands. What a sample event made up is replaced by
// what exists there: its credential, ids, tokens and cookies.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/internal/runtimeapi"
	"stint/scripts/internal/rehearsal"
	"stint/scripts/internal/trial"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, ".", os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "invoke:", err)
		stop()
		os.Exit(1)
	}
}

// run sends the event that is named. The root is the module's folder.
func run(ctx context.Context, out io.Writer, root string, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return errors.New("name one event: make invoke EVENT=events/<family>/<route>.json")
	}
	path := args[0]
	if err := checkEvent(path); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "stint-invoke-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	family := rehearsal.Family(path)
	if err := runtimeapi.Build(ctx, root, folder, family); err != nil {
		return err
	}
	answer, kept, err := invoke(ctx, runtimeapi.Binary(folder, family), path)
	if err != nil {
		return err
	}
	if err := printAnswer(out, answer); err != nil {
		return err
	}
	return compareAnswer(out, path, kept)
}

// checkEvent finds what is wrong with the event before anything is started.
func checkEvent(path string) error {
	if _, err := rehearsal.ReadEvent(path); err != nil {
		return err
	}
	name := rehearsal.Family(path)
	if !slices.ContainsFunc(functions.Families(), func(f functions.Family) bool { return f.Name == name }) {
		return fmt.Errorf("there is no function %q", name)
	}
	return nil
}

func invoke(ctx context.Context, binary, path string) (answer events.APIGatewayProxyResponse, kept rehearsal.Answer, err error) {
	tr, err := trial.Open(ctx)
	if err != nil {
		return answer, kept, err
	}
	defer tr.Close()
	stage, err := rehearsal.Start(tr, binary)
	if err != nil {
		return answer, kept, err
	}
	defer stage.Close()
	return stage.Invoke(ctx, path)
}

func printAnswer(out io.Writer, answer events.APIGatewayProxyResponse) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(answer)
}

// compareAnswer says whether the answer is the one that is kept beside the event,
// and if not, how it differs.
func compareAnswer(out io.Writer, path string, kept rehearsal.Answer) error {
	got, err := kept.Encode()
	if err != nil {
		return err
	}
	file := rehearsal.AnswerPath(path)
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		_, err = fmt.Fprintf(out, "no answer is expected: there is no %s\n", file)
		return err
	}
	if err != nil {
		return err
	}
	differences := rehearsal.Diff(string(got), string(want))
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
