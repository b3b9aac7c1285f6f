package awslocal

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/google/uuid"

	"stint/internal/kmslocal"
	"stint/internal/runtimeapi"
	"stint/internal/template"
	"stint/shared/dynamo"
	"stint/shared/gateway"
	"stint/shared/mail"
)

// Emulator is a synthesised template that runs on this machine, to test it without AWS. It has a table by the
// template's definition, runs the packaged functions under the Lambda runtime API with the environment of the
// template, and routes requests as the API does. DynamoDB is the one at a given endpoint, KMS is package kmslocal, and
// mails go to a mailbox. Only the endpoints of these three are added to the template's environment. The caller must
// close it.
type Emulator struct {
	Mailbox *mail.Mailbox // the mails that the worker has sent

	stage     string
	router    *router
	functions map[string]*function // by logical name
	kms, ses  *httptest.Server
	db        *dynamodb.Client
	table     string // name of the created table; "" before it is created
}

// function is one instance of a function. The mutex ensures that it handles one event
// at a time, as Lambda does.
type function struct {
	template.Function
	mu      sync.Mutex
	process *runtimeapi.Process
}

// StartEmulator runs a template with a new table in the DynamoDB at an endpoint. It returns
// when all functions wait for events.
func StartEmulator(ctx context.Context, t *template.Template, endpoint string) (_ *Emulator, err error) {
	e := &Emulator{Mailbox: mail.NewMailbox(time.Now), functions: map[string]*function{},
		kms: httptest.NewServer(kmslocal.New([]byte(rand.Text())))}
	e.ses = httptest.NewServer(NewMailServer(e.Mailbox))
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	if e.stage, err = t.Stage(); err != nil {
		return nil, err
	}
	routes, err := t.Routes()
	if err != nil {
		return nil, err
	}
	e.router = newRouter(routes)
	if err = e.createTable(ctx, t, endpoint); err != nil {
		return nil, err
	}
	if err = e.startFunctions(ctx, t, t.LocalNames(e.table), endpoint); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *Emulator) createTable(ctx context.Context, t *template.Template, endpoint string) error {
	table, err := t.Table()
	if err != nil {
		return err
	}
	if e.db, err = dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint}); err != nil {
		return err
	}
	e.table = "stint-emulated-" + rand.Text()
	return table.Create(ctx, e.db, e.table)
}

func (e *Emulator) startFunctions(ctx context.Context, t *template.Template, names template.Resolver,
	endpoint string) error {
	all, err := t.Functions()
	if err != nil {
		return err
	}
	for _, f := range all {
		settings, err := f.Settings(names)
		if err != nil {
			return err
		}
		environment := []string{"AWS_REGION=" + template.Region, "DYNAMODB_ENDPOINT=" + endpoint, "KMS_ENDPOINT=" + e.kms.URL,
			"SES_ENDPOINT=" + e.ses.URL}
		for name, value := range settings {
			environment = append(environment, name+"="+value)
		}
		binary, err := t.Binary(f)
		if err != nil {
			return err
		}
		process, err := runtimeapi.Start(binary, f.Timeout, environment)
		if err != nil {
			return fmt.Errorf("function %s: %w", f.Name, err)
		}
		e.functions[f.Name] = &function{Function: f, process: process}
	}
	for name, f := range e.functions {
		if _, err := f.process.Ready(ctx); err != nil {
			return fmt.Errorf("function %s: %w", name, err)
		}
	}
	return nil
}

// Close stops all functions and deletes the table.
func (e *Emulator) Close() {
	for _, f := range e.functions {
		f.process.Stop()
	}
	if e.table != "" { // errors are ignored: a table that remains does no harm
		_, _ = e.db.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: new(e.table)})
	}
	e.kms.Close()
	e.ses.Close()
}

// maxBody is API Gateway's limit of a body in bytes.
const maxBody = 10 << 20

// ServeHTTP sends a request with a path of the form /<stage>/… to the function of its
// route. As on AWS, the response is 502 if the function fails and 403 if there is no
// route.
func (e *Emulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, ok := strings.CutPrefix(r.URL.EscapedPath(), "/"+e.stage)
	route, found := e.router.find(r.Method, path)
	if !ok || !found || !gateway.HasMethod(r.Method) {
		http.Error(w, "Missing Authentication Token", http.StatusForbidden)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "Request Too Long", http.StatusRequestEntityTooLarge)
		return
	}
	setPathValues(r, path, route.Path)
	event := gateway.NewEvent(r, body, route.Path, uuid.NewString())
	event.Path = cmp.Or(path, "/")
	event.RequestContext.Stage, event.RequestContext.Path = e.stage, r.URL.Path
	f := e.functions[route.Function]
	f.mu.Lock()
	defer f.mu.Unlock()
	request := f.process.Request
	if route.Streams {
		request = f.process.Stream
	}
	answer, err := request(r.Context(), event)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	gateway.WriteResponse(w, r, answer)
}

// Invoke sends an event directly to the function of a family, as the schedule does
// with the worker.
func (e *Emulator) Invoke(ctx context.Context, family string, event []byte) ([]byte, error) {
	for _, f := range e.functions {
		if f.Family == family {
			f.mu.Lock()
			defer f.mu.Unlock()
			return f.process.Call(ctx, event)
		}
	}
	return nil, fmt.Errorf("there is no function %q", family)
}
