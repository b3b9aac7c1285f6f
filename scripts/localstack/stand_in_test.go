package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// standIn is an HTTP handler in place of LocalStack. It answers with the states that
// a test sets, and records uploads and calls.
type standIn struct {
	services map[string]string // states by name
	stack    []string          // states of the stack, one per call; "" is no stack; the last one stays
	set      string            // state of change sets, with a reason after a space

	mu      sync.Mutex
	objects map[string][]byte
	actions []string
	types   []string // of change sets
}

func newStandIn() *standIn {
	s := &standIn{services: map[string]string{}, set: "CREATE_COMPLETE", objects: map[string][]byte{}}
	for _, name := range neededServices {
		s.services[name] = "available"
	}
	return s
}

func (s *standIn) start(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return server.URL
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.URL.Path == "/_localstack/health":
		_ = json.NewEncoder(w).Encode(map[string]any{"services": s.services})
	case listed[r.URL.Path+r.Header.Get("X-Amz-Target")] != "":
		fmt.Fprint(w, listed[r.URL.Path+r.Header.Get("X-Amz-Target")])
	case r.Method == http.MethodPut:
		body, _ := io.ReadAll(r.Body)
		s.objects[strings.TrimPrefix(r.URL.Path, "/")] = body
	default:
		s.act(w, r)
	}
}

// act answers in the query protocol of CloudFormation.
func (s *standIn) act(w http.ResponseWriter, r *http.Request) {
	action := r.FormValue("Action")
	s.actions = append(s.actions, action)
	w.Header().Set("Content-Type", "text/xml")
	result := ""
	switch action {
	case "DescribeStacks":
		state := s.stack[0]
		if len(s.stack) > 1 {
			s.stack = s.stack[1:]
		}
		if state == "" {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w,
				`<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id Stint-live does not exist</Message></Error></ErrorResponse>`)
			return
		}
		result = `<Stacks><member><StackName>Stint-live</StackName><StackStatus>` + state +
			`</StackStatus><StackStatusReason>because</StackStatusReason>` +
			`<Outputs><member><OutputKey>PublicUrl</OutputKey><OutputValue>http://a.execute-api.localhost.localstack.cloud:4566/live</OutputValue></member>` +
			`<member><OutputKey>ApiEndpoint1</OutputKey><OutputValue>https://aws</OutputValue></member></Outputs></member></Stacks>`
	case "ListRoles":
		result = `<Roles><member><RoleName>reader</RoleName></member></Roles>`
	case "CreateChangeSet":
		s.types = append(s.types, r.FormValue("ChangeSetType")+" "+r.FormValue("TemplateURL"))
		result = `<Id>1</Id>`
	case "DescribeChangeSet":
		state, reason, _ := strings.Cut(s.set, " ")
		result = `<Status>` + state + `</Status><StatusReason>` + reason + `</StatusReason>`
	}
	fmt.Fprintf(w, `<%[1]sResponse><%[1]sResult>%[2]s</%[1]sResult></%[1]sResponse>`, action, result)
}

// listed are answers about what a LocalStack has, by path and target.
var listed = map[string]string{
	"/account":                      `{"cloudwatchRoleArn": "arn:logs"}`,
	"/restapis":                     `{"item": [{"id": "a1", "name": "stint-live"}]}`,
	"/DynamoDB_20120810.ListTables": `{"TableNames": ["t1", "t0"]}`,
	"/TrentService.ListKeys":        `{"Keys": [{"KeyId": "k1"}]}`,
	"/TrentService.DescribeKey":     `{"KeyMetadata": {"KeyId": "k1", "KeyState": "PendingDeletion"}}`,
	"/2015-03-31/functions":         `{"Functions": [{"FunctionName": "f1", "CodeSha256": "c1"}]}`,
}
