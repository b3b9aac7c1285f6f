// Package awscall calls AWS services that read and answer JSON, without the SDK's package
// of the service. Each of those builds a schema of all of the service's operations when the
// process starts, although Stint needs one or two of them. Requests are signed by the SDK's
// signer, and its rules decide which errors pass.
package awscall

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"stint/shared/retry"
)

// Options of a client. All but Endpoint are required.
type Options struct {
	Service     string // name in the signature, such as ses
	Host        string // first label of the service's host, such as email
	Region      string
	Endpoint    string // base URL of another service than AWS; "" is AWS in Region
	Credentials aws.CredentialsProvider
	Timeout     time.Duration // of one attempt
}

// Client calls the operations of one service. It may be used by several goroutines.
type Client struct {
	options Options
	base    string // URL without a trailing slash
	http    *http.Client
}

// New makes a client. It does not connect.
func New(o Options) *Client {
	base := o.Endpoint
	if base == "" {
		base = "https://" + o.Host + "." + o.Region + "." + domainOf(o.Region)
	}
	return &Client{options: o, base: base, http: &http.Client{
		Timeout:       o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Request is a call of an operation.
type Request struct {
	Operation string // for errors
	Path      string
	Header    map[string]string // Content-Type and what names the operation
	In        any               // becomes the body
}

// policy is the SDK's number of attempts, with pauses that suit a request that waits.
var policy = retry.Policy{Tries: 3, Min: 50 * time.Millisecond, Max: time.Second}

// passes has the SDK's rules about errors that pass.
var passes = sync.OnceValue(func() *awsretry.Standard { return awsretry.NewStandard() })

// Call sends a request, and reads the answer into out. It repeats a request that failed for
// a reason that passes. Errors: *Error for what the service answered.
func (c *Client) Call(ctx context.Context, r Request, out any) error {
	body, err := json.Marshal(r.In)
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.options.Service, r.Operation, err)
	}
	err = retry.Do(ctx, policy, func() (again bool, err error) {
		err = c.try(ctx, r, body, out)
		return err != nil && ctx.Err() == nil && passes().IsErrorRetryable(err), err
	})
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.options.Service, r.Operation, err)
	}
	return nil
}

func (c *Client) try(ctx context.Context, r Request, body []byte, out any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+r.Path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	if err := c.sign(ctx, request, body); err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return &smithyhttp.RequestSendError{Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	return readAnswer(response, out)
}

func (c *Client) sign(ctx context.Context, request *http.Request, body []byte) error {
	credentials, err := c.options.Credentials.Retrieve(ctx)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(body)
	return v4.NewSigner().SignHTTP(ctx, credentials, request, hex.EncodeToString(hash[:]), c.options.Service, c.options.Region, time.Now())
}

// maxAnswer bounds an answer in bytes.
const maxAnswer = 1 << 20

func readAnswer(response *http.Response, out any) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return &smithyhttp.RequestSendError{Err: err}
	}
	if response.StatusCode != http.StatusOK {
		return newError(response, body)
	}
	return json.Unmarshal(body, out)
}
