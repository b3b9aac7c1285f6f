// Package trial is a service for a moment: a table of its own in an embedded
// DynamoDB that keeps nothing, and a small workspace with one of everything that
// a sample can be about. It is for scripts that call functions one at a time.
//
// Its clock stands still, so that what functions answer can be compared.
package trial

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/functions"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/gateway"
	"stint/shared/mail"
)

// Noon is when it is in every trial: in the week that the samples are about.
var Noon = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// BaseURL is where a trial's service says that it is.
const BaseURL = "http://localhost:8080"

// Trial is a running service. Close it.
type Trial struct {
	Deps             *boot.Deps
	settings         map[string]string
	client           *dynamodb.Client
	gateway          http.Handler
	mailbox          *mail.Mailbox
	db               *engine.Engine
	signInProvider   *idp.StandIn // where people may sign in
	calendarServer   *httptest.Server
	calendarProvider *gcalendar.Provider // whose calendars people may connect; served by agendas
	folder           string              // of the signing key
	fixtures         fixtures
	initial          snapshot
}

// Open starts a service and furnishes its workspace.
func Open(ctx context.Context) (_ *Trial, err error) {
	tr := &Trial{mailbox: mail.NewMailbox(func() time.Time { return Noon })}
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
	if tr.signInProvider, err = idp.StartStandIn(func() time.Time { return Noon }); err != nil {
		return nil, err
	}
	tr.startCalendarProvider()
	tr.settings = newSettings(tr.db.Endpoint(), tr.signInProvider.Issuer, tr.folder)
	maps.Copy(tr.settings, gcalendar.Settings(tr.calendarServer.URL))
	if err = tr.boot(ctx); err != nil {
		return nil, err
	}
	if tr.fixtures, err = tr.createFixtures(ctx); err != nil {
		return nil, err
	}
	tr.initial, err = tr.readTable(ctx)
	return tr, err
}

// Close stops the service. A table in an engine that is not ours goes as well.
func (tr *Trial) Close() {
	if tr.client != nil && os.Getenv(engine.EndpointVariable) != "" {
		_, _ = tr.client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: new(tr.settings["TABLE_NAME"])})
	}
	if tr.signInProvider != nil {
		tr.signInProvider.Close()
	}
	if tr.calendarServer != nil {
		tr.calendarServer.Close()
	}
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

func newSettings(endpoint, issuer, folder string) map[string]string {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	return map[string]string{
		"TABLE_NAME": "stint-trial-" + rand.Text(), "DYNAMODB_ENDPOINT": endpoint, "AWS_REGION": "us-east-1",
		"STINT_ENV": "local", "PUBLIC_URL": BaseURL, "STINT_LIMITS": "off",
		"STINT_CLOCK": Noon.Format(time.RFC3339), "STINT_VERSION": "sample",
		"OIDC_ISSUER": issuer, "OIDC_CLIENT_ID": idp.ClientID, "OIDC_CLIENT_SECRET": idp.ClientSecret,
		"MASTER_SECRET": base64.StdEncoding.EncodeToString(secret),
		"SIGNING_KEY":   "file:" + filepath.Join(folder, "signing-key.pem"),
	}
}

// boot makes the table, and the service in this process that furnishes it.
func (tr *Trial) boot(ctx context.Context) error {
	c, err := config.Read(func(name string) string { return tr.settings[name] })
	if err != nil {
		return err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: c.DynamoDBEndpoint, Region: c.Region})
	if err != nil {
		return err
	}
	if err := dynamo.EnsureTable(ctx, client, c.Table); err != nil {
		return err
	}
	tr.client = client
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if tr.Deps, err = boot.New(ctx, c, boot.Options{DB: client, Log: log}); err != nil {
		return err
	}
	tr.gateway = functions.NewGateway(tr.Deps, gateway.Options{ErrorsBase: c.PublicURL})
	return nil
}
