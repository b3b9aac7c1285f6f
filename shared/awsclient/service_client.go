package awsclient

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/protocol/restjson"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"stint/shared/retry"
)

// ServiceClient calls the operations of one service that reads and answers JSON, without the SDK's package of that
// service. Each of those builds a schema of all operations when the process starts, although Stint needs one or two
// of them. The signer, the retries and the errors are the SDK's. It may be used by several goroutines.
type ServiceClient struct {
	config  aws.Config
	service string
	base    string // URL without a trailing slash
}

// NewServiceClient makes a client of a service from a configuration of package awsclient. The service
// is the name in the signature, such as ses, and the host the first label of the
// service's address, such as email. New does not connect.
func NewServiceClient(c aws.Config, service, host string) *ServiceClient {
	base := aws.ToString(c.BaseEndpoint)
	if base == "" {
		base = "https://" + host + "." + c.Region + "." + domainOf(c.Region)
	}
	return &ServiceClient{config: c, service: service, base: base}
}

// Request is a call of an operation.
type Request struct {
	Operation string // for errors
	Path      string
	Header    map[string]string // Content-Type and what names the operation
	In        any               // becomes the body
}

// Call sends a request, and reads the answer into out. It repeats a request that failed for
// a reason that passes. Errors wrap smithy.APIError for what the service answered.
func (c *ServiceClient) Call(ctx context.Context, r Request, out any) error {
	body, err := json.Marshal(r.In)
	if err == nil {
		err = c.repeat(ctx, func() error { return c.try(ctx, r, body, out) })
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", c.service, r.Operation, err)
	}
	return nil
}

// repeat calls try as often as the configuration says, with its pauses.
func (c *ServiceClient) repeat(ctx context.Context, try func() error) error {
	retryer := c.config.Retryer()
	for attempt := 1; ; attempt++ {
		err := try()
		if err == nil || ctx.Err() != nil || attempt >= retryer.MaxAttempts() || !retryer.IsErrorRetryable(err) {
			return err
		}
		pause, _ := retryer.RetryDelay(attempt, err) // the pauses of awsclient have no error
		if err := retry.Wait(ctx, pause); err != nil {
			return err
		}
	}
}

func (c *ServiceClient) try(ctx context.Context, r Request, body []byte, out any) error {
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
	response, err := c.config.HTTPClient.Do(request)
	if err != nil {
		return &smithyhttp.RequestSendError{Err: err}
	}
	defer func() { _ = response.Body.Close() }()
	return readAnswer(response, out)
}

func (c *ServiceClient) sign(ctx context.Context, request *http.Request, body []byte) error {
	credentials, err := c.config.Credentials.Retrieve(ctx)
	if err != nil {
		return err
	}
	hash := sha256.Sum256(body)
	return v4.NewSigner().SignHTTP(ctx, credentials, request, hex.EncodeToString(hash[:]), c.service, c.config.Region,
		time.Now())
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

// newError makes the SDK's error of an answer to a request that failed. Services name the
// code in a header or in the body.
func newError(response *http.Response, body []byte) error {
	// an answer of a proxy may be no JSON
	code, message, _ := restjson.GetErrorInfo(json.NewDecoder(bytes.NewReader(body)))
	if sent := response.Header.Get("X-Amzn-Errortype"); sent != "" {
		code = restjson.SanitizeErrorCode(sent)
	}
	return &awshttp.ResponseError{
		RequestID: response.Header.Get("X-Amzn-Requestid"),
		ResponseError: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: response},
			Err:      &smithy.GenericAPIError{Code: code, Message: message},
		},
	}
}

// domains are the domains of AWS by the first letters of a region's name. All other regions
// are below amazonaws.com.
var domains = []struct{ prefix, domain string }{
	{"cn-", "amazonaws.com.cn"},
	{"eusc-", "amazonaws.eu"},
	{"us-iso-", "c2s.ic.gov"},
	{"us-isob-", "sc2s.sgov.gov"},
	{"us-isof-", "csp.hci.ic.gov"},
	{"eu-isoe-", "cloud.adc-e.uk"},
}

// domainOf is the domain below which the services of a region are.
func domainOf(region string) string {
	for _, d := range domains {
		if strings.HasPrefix(region, d.prefix) {
			return d.domain
		}
	}
	return "amazonaws.com"
}
