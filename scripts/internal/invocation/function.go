package invocation

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/internal/runtimeapi"
	"stint/scripts/internal/sandbox"
)

// suffix of the file that keeps the answer to an event, next to the event.
const suffix = ".answer.json"

// AnswerPath is the file that keeps the answer to an event.
func AnswerPath(event string) string { return strings.TrimSuffix(event, ".json") + suffix }

// ListEvents lists the paths of the events below a folder by family, sorted.
func ListEvents(folder string) (map[string][]string, error) {
	all, err := filepath.Glob(filepath.Join(folder, "*", "*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(all)
	byFamily := map[string][]string{}
	for _, path := range all {
		if !strings.HasSuffix(path, suffix) {
			family := Family(path)
			byFamily[family] = append(byFamily[family], path)
		}
	}
	return byFamily, nil
}

// Family is the family whose function answers an event: the name of its folder.
func Family(path string) string { return filepath.Base(filepath.Dir(path)) }

// ReadEvent reads an event from a file.
func ReadEvent(path string) (event events.APIGatewayProxyRequest, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return event, err
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return event, fmt.Errorf("%s is not an event: %w", path, err)
	}
	return event, nil
}

// Function is a running function that uses a sandbox's table.
type Function struct {
	sandbox *sandbox.Sandbox
	process *runtimeapi.Process
}

// Start starts the binary of a family's function. The caller must close it.
func Start(sb *sandbox.Sandbox, binary, family string) (*Function, error) {
	process, err := runtimeapi.Start(binary, functions.TimeoutOf(family).Default, sb.Environment())
	if err != nil {
		return nil, err
	}
	return &Function{sb, process}, nil
}

// Close stops the function.
func (f *Function) Close() { f.process.Stop() }

// Invoke restores the sandbox's fixtures and sends the event of a file to the
// function. It returns the response and the answer to keep.
func (f *Function) Invoke(ctx context.Context, path string) (events.APIGatewayProxyResponse, Answer, error) {
	event, err := ReadEvent(path)
	if err != nil {
		return events.APIGatewayProxyResponse{}, Answer{}, err
	}
	answer, err := f.send(ctx, event)
	if err != nil {
		return answer, Answer{}, fmt.Errorf("%s: %w", path, err)
	}
	kept, err := NewAnswer(answer, f.sandbox.Mask)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return answer, kept, err
}

func (f *Function) send(ctx context.Context,
	event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	if err := f.sandbox.Restore(ctx); err != nil {
		return answer, err
	}
	if err := f.sandbox.Fill(ctx, &event); err != nil {
		return answer, err
	}
	return f.process.Request(ctx, event)
}
