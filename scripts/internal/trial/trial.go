// Package trial is a service for a moment: an empty table in an embedded
// DynamoDB that keeps nothing, and somebody who is signed in. It is for
// scripts that call functions one at a time.
package trial

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/aws-lambda-go/events"

	"stint/functions"
	"stint/scripts/internal/sample"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/route"
)

// Trial is a running service. Close it.
type Trial struct {
	Deps     *boot.Deps
	settings map[string]string
	db       *engine.Engine
	folder   string // of the signing key
	session  string // Authorization of the person who is signed in
	key      string // the same for API keys
}

// Open starts a service and signs somebody in.
func Open(ctx context.Context) (_ *Trial, err error) {
	tr := &Trial{}
	defer func() {
		if err != nil {
			tr.Close()
		}
	}()
	if tr.folder, err = os.MkdirTemp("", "stint-trial-"); err != nil {
		return nil, err
	}
	if tr.db, err = engine.Start(ctx, engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)}); err != nil {
		return nil, err
	}
	tr.settings = settings(tr.db.Endpoint(), tr.folder)
	if tr.Deps, err = tr.boot(ctx); err != nil {
		return nil, err
	}
	return tr, tr.signIn(ctx)
}

// Close stops the service.
func (tr *Trial) Close() {
	if tr.db != nil {
		tr.db.Stop()
	}
	_ = os.RemoveAll(tr.folder)
}

// Environment is what a function is told, in the form NAME=value.
func (tr *Trial) Environment() []string {
	var all []string
	for name, value := range tr.settings {
		all = append(all, name+"="+value)
	}
	return all
}

func settings(endpoint, folder string) map[string]string {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	return map[string]string{
		"TABLE_NAME": "stint-trial-" + rand.Text(), "DYNAMODB_ENDPOINT": endpoint, "AWS_REGION": "us-east-1",
		"STINT_ENV": "local", "PUBLIC_URL": "http://localhost:8080", "STINT_LIMITS": "off",
		"MASTER_SECRET": base64.StdEncoding.EncodeToString(secret),
		"SIGNING_KEY":   "file:" + filepath.Join(folder, "signing-key.pem"),
	}
}

func (tr *Trial) boot(ctx context.Context) (*boot.Deps, error) {
	c, err := config.Read(func(name string) string { return tr.settings[name] })
	if err != nil {
		return nil, err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: c.Endpoint, Region: c.Region})
	if err != nil {
		return nil, err
	}
	if err := dynamo.EnsureTable(ctx, client, c.Table); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return boot.New(ctx, c, boot.Options{DB: client, Log: log})
}

// signIn registers somebody, and makes them an API key.
func (tr *Trial) signIn(ctx context.Context) error {
	var session struct {
		AccessToken string `json:"access_token"`
		Workspace   struct{ ID string }
	}
	if err := tr.ask(ctx, "account.register", "", &session); err != nil {
		return err
	}
	tr.session = "Bearer " + session.AccessToken
	var key struct{ Token string }
	if err := tr.ask(ctx, "api_keys.create", session.Workspace.ID, &key); err != nil {
		return err
	}
	tr.key = "Bearer " + key.Token
	return nil
}

// ask sends the sample of a route, about a thing if an id is given, and reads
// the answer.
func (tr *Trial) ask(ctx context.Context, id, thing string, into any) error {
	f, spec, err := find(id)
	if err != nil {
		return err
	}
	event, err := sample.Event(spec)
	if err != nil {
		return err
	}
	if thing != "" {
		event.Path = strings.ReplaceAll(event.Path, sample.ID, thing)
	}
	tr.Sign(&event)
	answer, err := f.Handler(tr.Deps)(ctx, event)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %d %s", id, answer.StatusCode, answer.Body)
	}
	return json.Unmarshal([]byte(answer.Body), into)
}

// Sign puts the credential of the person who is signed in where a sample has
// a made-up one.
func (tr *Trial) Sign(event *events.APIGatewayProxyRequest) {
	if event.Headers["Authorization"] != sample.Credential {
		return
	}
	own := tr.session
	if strings.HasPrefix(event.Path, "/api/v1/") {
		own = tr.key
	}
	event.Headers["Authorization"] = own
	event.MultiValueHeaders["Authorization"] = []string{own}
}

func find(id string) (functions.Family, route.Spec, error) {
	for _, f := range functions.Families() {
		for _, spec := range f.Routes {
			if spec.ID == id {
				return f, spec, nil
			}
		}
	}
	return functions.Family{}, route.Spec{}, errors.New("there is no route " + id)
}
