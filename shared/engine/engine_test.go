package engine_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
	"stint/shared/engine"
)

const table = "engine-test"

func start(t *testing.T, o engine.Options) *engine.Engine {
	t.Helper()
	e, err := engine.Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	return e
}

func client(t *testing.T, endpoint string) *dynamodb.Client {
	t.Helper()
	c, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: endpoint})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func writeItem(t *testing.T, endpoint, pk string) {
	t.Helper()
	c := client(t, endpoint)
	if err := dynamo.EnsureTable(t.Context(), c, table); err != nil {
		t.Fatal(err)
	}
	_, err := c.PutItem(t.Context(), &dynamodb.PutItemInput{TableName: aws.String(table), Item: item(pk)})
	if err != nil {
		t.Fatal(err)
	}
}

func hasItem(t *testing.T, endpoint, pk string) bool {
	t.Helper()
	out, err := client(t, endpoint).GetItem(t.Context(),
		&dynamodb.GetItemInput{TableName: aws.String(table), Key: item(pk)})
	if err != nil {
		t.Fatal(err)
	}
	return out.Item != nil
}

func item(pk string) map[string]types.AttributeValue {
	return map[string]types.AttributeValue{
		dynamo.AttrPK: &types.AttributeValueMemberS{Value: pk}, dynamo.AttrSK: &types.AttributeValueMemberS{Value: "1"},
	}
}

// waitUntilClosed waits until no process listens at the endpoint.
func waitUntilClosed(t *testing.T, endpoint string) {
	t.Helper()
	u, err := url.Parse(endpoint)
	if err != nil {
		t.Fatal(err)
	}
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); <-again.C {
		c, err := net.DialTimeout("tcp", u.Host, time.Second)
		if err != nil {
			return
		}
		c.Close()
	}
	t.Fatalf("a process still listens at %s", endpoint)
}

func TestEngineInMemory(t *testing.T) {
	t.Parallel()
	e := start(t, engine.Options{})
	writeItem(t, e.Endpoint(), "a")
	if !hasItem(t, e.Endpoint(), "a") {
		t.Error("the item is not there")
	}
	if e.PID() == 0 {
		t.Error("no process id")
	}
	e.Stop()
	waitUntilClosed(t, e.Endpoint())
	if err, open := <-e.Done(); open {
		t.Errorf("stopping it was reported as %v", err)
	}
	e.Stop()
}

func TestManyEnginesUseDifferentPorts(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	seen := map[string]bool{}
	var running sync.WaitGroup
	for range 6 {
		running.Go(func() {
			e, err := engine.Start(t.Context(), engine.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			defer e.Stop()
			mu.Lock()
			defer mu.Unlock()
			if seen[e.Endpoint()] {
				t.Errorf("%s twice", e.Endpoint())
			}
			seen[e.Endpoint()] = true
		})
	}
	running.Wait()
}

func TestGivenEndpointStartsNothing(t *testing.T) {
	t.Parallel()
	e := start(t, engine.Options{Endpoint: "http://127.0.0.1:1"})
	if e.Endpoint() != "http://127.0.0.1:1" || e.PID() != 0 {
		t.Errorf("endpoint %s, process %d", e.Endpoint(), e.PID())
	}
	e.Stop()
	select {
	case err := <-e.Done():
		t.Errorf("done: %v", err)
	default:
	}
}

func TestDataFileSurvivesTheEngine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "new", "folder", "data.db")
	for _, end := range []func(*engine.Engine){(*engine.Engine).Stop, kill} {
		e := start(t, engine.Options{DataFile: file})
		writeItem(t, e.Endpoint(), "a")
		end(e)
		waitUntilClosed(t, e.Endpoint())
		if e = start(t, engine.Options{DataFile: file}); !hasItem(t, e.Endpoint(), "a") {
			t.Error("the item is gone")
		}
		e.Stop()
	}
}

func kill(e *engine.Engine) {
	if p, err := os.FindProcess(e.PID()); err == nil {
		_ = p.Kill()
	}
}

func TestSecondEngineOnOneFileIsRefused(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data.db")
	first := start(t, engine.Options{DataFile: file})
	_, err := engine.Start(t.Context(), engine.Options{DataFile: file})
	if err == nil || !strings.Contains(err.Error(), "in use by another engine") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
	first.Stop()
	start(t, engine.Options{DataFile: file})
}

func TestUnexpectedExitIsReported(t *testing.T) {
	t.Parallel()
	e := start(t, engine.Options{})
	kill(e)
	err := <-e.Done()
	if err == nil || !strings.Contains(err.Error(), "ended unexpectedly") || !strings.Contains(err.Error(), "killed") {
		t.Errorf("got %v", err)
	}
	e.Stop()
}

func TestEarlyExitErrorHasTheEnginesOutput(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "data.db")
	if err := os.WriteFile(file, bytes.Repeat([]byte("this is no database "), 500), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := engine.Start(t.Context(), engine.Options{DataFile: file})
	if err == nil || !strings.Contains(err.Error(), "not a valid SQLite database") {
		t.Errorf("got %v", err)
	}
}

func TestCancelledStartFails(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	e, err := engine.Start(ctx, engine.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v", e, err)
	}
}

func TestLogReceivesEngineOutput(t *testing.T) {
	t.Parallel()
	reader, writer := io.Pipe()
	lines := make(chan string, 1)
	go func() {
		text := make([]byte, 4096)
		n, _ := reader.Read(text)
		reader.CloseWithError(errors.New("enough"))
		lines <- string(text[:n])
	}()
	start(t, engine.Options{LogTo: writer})
	if got := <-lines; !strings.Contains(got, "listening") {
		t.Errorf("logged %q", got)
	}
}
