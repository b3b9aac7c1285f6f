// Package sandbox starts a service with fixtures, for scripts that call functions
// one at a time. Its table is in an embedded DynamoDB in memory. The fixtures are a
// small workspace with one record of each kind that a sample event names.
//
// The clock is fixed, so that answers of different runs can be compared.
package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/functions"
	"stint/functions/worker"
	"stint/internal/apiclient"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/scripts/internal/inbox"
	"stint/scripts/internal/sampledata"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/gateway"
	"stint/shared/mail"
)

// Noon is the fixed time in every sandbox. It is in the week that the samples use.
var Noon = time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)

// BaseURL is the public URL in the settings. No server listens there.
const BaseURL = "http://localhost:8080"

// Sandbox is a running service. The caller must close it.
type Sandbox struct {
	Deps             *boot.Deps
	settings         map[string]string
	client           *dynamodb.Client
	gateway          http.Handler
	mailbox          *mail.Mailbox
	db               *engine.Engine
	signInProvider   *idp.StandIn // for single sign-on
	calendarServer   *httptest.Server
	calendarProvider *gcalendar.Provider // behind calendarServer
	folder           string              // of the signing key
	fixtures         fixtures
	initial          snapshot // the table with nothing but the fixtures
}

// Open starts a service and creates its fixtures.
func Open(ctx context.Context) (_ *Sandbox, err error) {
	sb := &Sandbox{mailbox: mail.NewMailbox(func() time.Time { return Noon })}
	defer func() {
		if err != nil {
			sb.Close()
		}
	}()
	if sb.folder, err = os.MkdirTemp("", "stint-sandbox-"); err != nil {
		return nil, err
	}
	if sb.db, err = engine.Start(ctx, engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)}); err != nil {
		return nil, err
	}
	if sb.signInProvider, err = idp.StartStandIn(func() time.Time { return Noon }); err != nil {
		return nil, err
	}
	sb.startCalendarProvider()
	sb.settings = newSettings(sb.db.Endpoint(), sb.signInProvider.Issuer, sb.folder)
	maps.Copy(sb.settings, gcalendar.Settings(sb.calendarServer.URL))
	if err = sb.boot(ctx); err != nil {
		return nil, err
	}
	if err = sb.createFixtures(ctx); err != nil {
		return nil, err
	}
	sb.initial, err = sb.readTable(ctx)
	return sb, err
}

// Close stops the service. In an engine that was already running, it deletes the
// table.
func (sb *Sandbox) Close() {
	if sb.client != nil && os.Getenv(engine.EndpointVariable) != "" {
		_, _ = sb.client.DeleteTable(context.Background(),
			&dynamodb.DeleteTableInput{TableName: new(sb.settings["TABLE_NAME"])})
	}
	if sb.signInProvider != nil {
		sb.signInProvider.Close()
	}
	if sb.calendarServer != nil {
		sb.calendarServer.Close()
	}
	if sb.db != nil {
		sb.db.Stop()
	}
	_ = os.RemoveAll(sb.folder)
}

// Environment lists the settings of functions in the form NAME=value.
func (sb *Sandbox) Environment() []string {
	var all []string
	for name, value := range sb.settings {
		all = append(all, name+"="+value)
	}
	return all
}

func newSettings(endpoint, issuer, folder string) map[string]string {
	secret := make([]byte, 32)
	_, _ = rand.Read(secret)
	return map[string]string{
		"TABLE_NAME": "stint-sandbox-" + rand.Text(), "DYNAMODB_ENDPOINT": endpoint, "AWS_REGION": "us-east-1",
		"STINT_ENV": "local", "PUBLIC_URL": BaseURL, "STINT_LIMITS": "off",
		"STINT_CLOCK": Noon.Format(time.RFC3339), "STINT_VERSION": "1.0.0",
		"STINT_COMMIT": "0123456789abcdef0123456789abcdef01234567",
		"OIDC_ISSUER":  issuer, "OIDC_CLIENT_ID": idp.ClientID, "OIDC_CLIENT_SECRET": idp.ClientSecret,
		"SEALING_KEY": base64.StdEncoding.EncodeToString(secret),
		"SIGNING_KEY": "file:" + filepath.Join(folder, "signing-key.pem"),
	}
}

// boot makes the table and a service in this process, which creates the fixtures.
func (sb *Sandbox) boot(ctx context.Context) error {
	c, err := config.Read(func(name string) string { return sb.settings[name] })
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
	sb.client = client
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if sb.Deps, err = boot.New(ctx, c, boot.Options{DB: client, Log: log}); err != nil {
		return err
	}
	sb.gateway = functions.NewGateway(sb.Deps, gateway.Options{ErrorsBase: c.PublicURL})
	return nil
}

type object = apiclient.Object

// apiClient makes records in a sandbox, as its people.
type apiClient struct {
	*sampledata.Maker
	sb *Sandbox
}

func (sb *Sandbox) newClient(ctx context.Context) *apiClient {
	client := &apiclient.Client{Address: BaseURL, HTTP: &http.Client{
		Transport: inProcess{sb}, CheckRedirect: keepRedirect}}
	return &apiClient{sampledata.New(ctx, client, sb.fixtures.team), sb}
}

// keepRedirect keeps an answer that is a redirect.
func keepRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// inProcess answers requests without a network. Before it shows mails, the worker sends those
// that are queued.
type inProcess struct{ sb *Sandbox }

// RoundTrip implements http.RoundTripper.
func (s inProcess) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Path == inbox.Path {
		if err := worker.NewFromDeps(s.sb.Deps, s.sb.mailbox).Work(request.Context()); err != nil {
			return nil, err
		}
	}
	arrived := request.Clone(request.Context())
	arrived.RequestURI, arrived.RemoteAddr = request.URL.RequestURI(), "192.0.2.1:1234"
	answer := httptest.NewRecorder()
	inbox.InFrontOf(s.sb.gateway, s.sb.mailbox).ServeHTTP(answer, arrived)
	return answer.Result(), nil
}

type item = map[string]types.AttributeValue

// snapshot is every item of the table, by partition key and sort key.
type snapshot map[[2]string]item

// readTable reads the whole table.
func (sb *Sandbox) readTable(ctx context.Context) (snapshot, error) {
	all := snapshot{}
	pages := dynamodb.NewScanPaginator(sb.client, &dynamodb.ScanInput{
		TableName: new(sb.settings["TABLE_NAME"]), ConsistentRead: new(true)})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return nil, fmt.Errorf("read the table: %w", err)
		}
		for _, i := range page.Items {
			all[keyOf(i)] = i
		}
	}
	return all, nil
}

func keyOf(i item) [2]string {
	pk, _ := i[dynamo.AttrPK].(*types.AttributeValueMemberS)
	sk, _ := i[dynamo.AttrSK].(*types.AttributeValueMemberS)
	return [2]string{pk.Value, sk.Value}
}

// Restore makes the table contain the fixtures and nothing else, as after Open.
func (sb *Sandbox) Restore(ctx context.Context) error {
	now, err := sb.readTable(ctx)
	if err != nil {
		return err
	}
	table := new(sb.settings["TABLE_NAME"])
	for key, i := range now {
		if sb.initial[key] != nil {
			continue
		}
		gone := item{dynamo.AttrPK: i[dynamo.AttrPK], dynamo.AttrSK: i[dynamo.AttrSK]}
		if _, err := sb.client.DeleteItem(ctx, &dynamodb.DeleteItemInput{TableName: table, Key: gone}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	for key, i := range sb.initial {
		if reflect.DeepEqual(now[key], i) {
			continue
		}
		if _, err := sb.client.PutItem(ctx, &dynamodb.PutItemInput{TableName: table, Item: i}); err != nil {
			return fmt.Errorf("restore the table: %w", err)
		}
	}
	return nil
}
