// Package awslocal serves DynamoDB, KMS and SES on this machine, for functions that run
// in containers. All are at one address: DynamoDB is the embedded engine, KMS is
// package kmslocal, and SES puts mails into a mailbox. An Emulator runs a whole template.
package awslocal

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"stint/internal/kmslocal"
	"stint/internal/template"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/engine"
	"stint/shared/mail"
)

// Options of a server.
type Options struct {
	Folder string // of the data and the seed of the keys; created if missing
	Host   string // IP address to listen on
	Table  string // name of the table

	Mailbox *mail.Mailbox // gets the mails that are sent; nil is one in memory
}

// Server serves DynamoDB, KMS and SES. The caller must close it.
type Server struct {
	listener net.Listener
	server   *http.Server
	db       *engine.Engine
}

// Start starts a server on a free port, with the table that the template defines.
// Data and keys of an earlier server in the same folder are used again.
func Start(ctx context.Context, t *template.Template, o Options) (_ *Server, err error) {
	s := &Server{}
	defer func() {
		if err != nil {
			s.Close()
		}
	}()
	if o.Mailbox == nil {
		o.Mailbox = mail.NewMailbox(time.Now)
	}
	seed, err := loadSeed(o.Folder)
	if err != nil {
		return nil, err
	}
	endpoint := os.Getenv(engine.EndpointVariable)
	if s.db, err = engine.Start(ctx, engine.Options{Endpoint: endpoint,
		DataFile: filepath.Join(o.Folder, "table.db")}); err != nil {
		return nil, err
	}
	if err := ensureTable(ctx, t, s.db.Endpoint(), o.Table); err != nil {
		return nil, err
	}
	if s.listener, err = net.Listen("tcp", net.JoinHostPort(o.Host, "0")); err != nil {
		return nil, fmt.Errorf("listen for the functions: %w", err)
	}
	handler, err := newHandler(s.db.Endpoint(), kmslocal.New(seed), NewMailServer(o.Mailbox))
	if err != nil {
		return nil, err
	}
	s.server = &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = s.server.Serve(s.listener) }() // ends with Close
	return s, nil
}

// Port is the port that the server listens on.
func (s *Server) Port() int { return s.listener.Addr().(*net.TCPAddr).Port }

// Close stops the server and keeps the data.
func (s *Server) Close() {
	if s.server != nil {
		_ = s.server.Close()
	}
	if s.db != nil {
		s.db.Stop()
	}
}

// newHandler sends requests to KMS or DynamoDB by the header X-Amz-Target, which
// names the operation, and to SES by the path.
func newHandler(endpoint string, keys, mails http.Handler) (http.Handler, error) {
	to, err := url.Parse(endpoint)
	if err != nil {
		return nil, err
	}
	db := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.Header.Get("X-Amz-Target"), kmslocal.Target) {
			keys.ServeHTTP(w, r)
			return
		}
		if r.URL.Path == sendPath {
			mails.ServeHTTP(w, r)
			return
		}
		db.ServeHTTP(w, r)
	}), nil
}

func ensureTable(ctx context.Context, t *template.Template, endpoint, name string) error {
	table, err := t.Table()
	if err != nil {
		return err
	}
	client, err := dynamo.NewClient(ctx, dynamo.Options{Endpoint: endpoint})
	if err != nil {
		return err
	}
	_, err = client.DescribeTable(ctx, &dynamodb.DescribeTableInput{TableName: new(name)})
	var missing *types.ResourceNotFoundException
	if errors.As(err, &missing) {
		return table.Create(ctx, client, name)
	}
	return err
}

// loadSeed reads the seed of the keys, or makes one. It is kept because a new seed
// would make all existing tokens invalid.
func loadSeed(folder string) ([]byte, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	path := filepath.Join(folder, "keys.seed")
	seed, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return seed, err
	}
	seed = []byte(rand.Text())
	return seed, os.WriteFile(path, seed, 0o600)
}

// sendPath is where clients of SES send a mail.
const sendPath = "/v2/email/outbound-emails"

// NewMailServer replaces SES: it puts the mails that its clients send into a mailbox.
// Nothing leaves the machine.
func NewMailServer(box *mail.Mailbox) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+sendPath, func(w http.ResponseWriter, r *http.Request) {
		m, err := readMail(r)
		if err != nil {
			w.Header().Set("X-Amzn-Errortype", "BadRequestException")
			http.Error(w, `{"message":"this is not a simple mail to one address"}`, http.StatusBadRequest)
			return
		}
		if err := box.Send(r.Context(), m); err != nil {
			http.Error(w, `{}`, http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"MessageId":%q}`, m.ID)
	})
	return mux
}

// maxMailBytes bounds the body of a request to send a mail.
const maxMailBytes = 10 << 20

// readMail reads a request to send a simple mail to one address.
func readMail(r *http.Request) (mail.Message, error) {
	var in sesv2.SendEmailInput
	if err := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxMailBytes)).Decode(&in); err != nil {
		return mail.Message{}, err
	}
	if in.Destination == nil || len(in.Destination.ToAddresses) != 1 || in.Content == nil || in.Content.Simple == nil {
		return mail.Message{}, fmt.Errorf("no simple mail")
	}
	simple := in.Content.Simple
	if simple.Subject == nil || simple.Body == nil || simple.Body.Text == nil || simple.Body.Html == nil {
		return mail.Message{}, fmt.Errorf("no subject or body")
	}
	headers := map[string]string{}
	for _, h := range simple.Headers {
		headers[aws.ToString(h.Name)] = aws.ToString(h.Value)
	}
	return mail.Message{
		ID: domain.NewID(), To: domain.Email(in.Destination.ToAddresses[0]),
		Subject: aws.ToString(simple.Subject.Data), Text: aws.ToString(simple.Body.Text.Data),
		HTML: aws.ToString(simple.Body.Html.Data), Headers: headers,
	}, nil
}
