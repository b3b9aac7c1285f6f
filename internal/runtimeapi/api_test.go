package runtimeapi_test

import (
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"stint/internal/runtimeapi"
)

// timeout is that of the function, which no call reaches.
const timeout = time.Hour

// answerOneEvent acts as a function: it polls for an event and posts it back as the
// outcome, "response" or "error".
func answerOneEvent(t *testing.T, base, outcome string) {
	t.Helper()
	answer, err := http.Get(base + "/invocation/next")
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	deadline, err := strconv.ParseInt(answer.Header.Get("Lambda-Runtime-Deadline-Ms"), 10, 64)
	if left := time.Until(time.UnixMilli(deadline)); err != nil || left > timeout || left < timeout-time.Minute {
		t.Errorf("the event leaves %v, %v, want %v", left, err, timeout)
	}
	id := answer.Header.Get("Lambda-Runtime-Aws-Request-Id")
	reply, err := http.Post(base+"/invocation/"+id+"/"+outcome, "application/json", answer.Body)
	if err != nil {
		t.Error(err)
		return
	}
	reply.Body.Close()
}

func TestAFunctionIsGivenItsEventAndAnswers(t *testing.T) {
	t.Parallel()
	for outcome, failed := range map[string]bool{"response": false, "error": true} {
		api, err := runtimeapi.New(timeout)
		if err != nil {
			t.Fatal(err)
		}
		defer api.Close()
		var done sync.WaitGroup
		done.Go(func() { answerOneEvent(t, "http://"+api.Address()+"/2018-06-01/runtime", outcome) })
		<-api.Polls
		a, took, err := api.Invoke(t.Context(), []byte(`{"statusCode":200}`))
		if err != nil || took <= 0 || a.Failed != failed || string(a.Body) != `{"statusCode":200}` {
			t.Errorf("%s: %+v after %v, %v", outcome, a, took, err)
		}
		done.Wait()
	}
}
