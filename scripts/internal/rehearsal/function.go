package rehearsal

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"stint/internal/runtimeapi"
	"stint/scripts/internal/trial"
)

// suffix of the file in which the answer to an event is kept beside it.
const suffix = ".answer.json"

// eventTimeout with one event, the start of its function included.
const eventTimeout = 20 * time.Second

// AnswerPath is where the answer to an event is kept.
func AnswerPath(event string) string { return strings.TrimSuffix(event, ".json") + suffix }

// ListEvents lists the events below a folder, sorted, and by their family.
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

// Family is the function that an event is for: the one its folder is named
// after.
func Family(path string) string { return filepath.Base(filepath.Dir(path)) }

// ReadEvent reads an event.
func ReadEvent(path string) (event events.APIGatewayProxyRequest, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return event, err
	}
	if err := json.Unmarshal(text, &event); err != nil {
		return event, fmt.Errorf("%s is no event: %w", path, err)
	}
	return event, nil
}

// Function is a function that runs over a trial's table.
type Function struct {
	trial   *trial.Trial
	process *runtimeapi.Process
}

// Start starts a function's binary. Close it.
func Start(tr *trial.Trial, binary string) (*Function, error) {
	process, err := runtimeapi.Start(binary, tr.Environment())
	if err != nil {
		return nil, err
	}
	return &Function{tr, process}, nil
}

// Close ends the function.
func (s *Function) Close() { s.process.Stop() }

// Invoke sends an event to the function, with the trial's workspace as it was
// first furnished. It gives the answer as it came, and as it is kept.
func (s *Function) Invoke(ctx context.Context, path string) (events.APIGatewayProxyResponse, Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, eventTimeout)
	defer cancel()
	event, err := ReadEvent(path)
	if err != nil {
		return events.APIGatewayProxyResponse{}, Answer{}, err
	}
	answer, err := s.send(ctx, event)
	if err != nil {
		return answer, Answer{}, fmt.Errorf("%s: %w", path, err)
	}
	kept, err := newAnswer(answer, s.trial.Mask)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return answer, kept, err
}

func (s *Function) send(ctx context.Context, event events.APIGatewayProxyRequest) (answer events.APIGatewayProxyResponse, err error) {
	if err := s.trial.Restore(ctx); err != nil {
		return answer, err
	}
	if err := s.trial.Fill(ctx, &event); err != nil {
		return answer, err
	}
	return s.process.Request(ctx, event)
}
