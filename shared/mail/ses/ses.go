// Package ses sends mails through Amazon SES.
package ses

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/smithy-go"

	"stint/shared/mail"
)

// API is the part of *sesv2.Client that is needed. It takes the permission
// ses:SendEmail on the identity of the sender.
type API interface {
	SendEmail(ctx context.Context, in *sesv2.SendEmailInput, options ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error)
}

var _ API = (*sesv2.Client)(nil)

// Sender sends from one address. SES must have verified it.
type Sender struct {
	api  API
	from string
}

var _ mail.Sender = (*Sender)(nil)

// New makes a sender with the given address.
func New(api API, from string) *Sender { return &Sender{api: api, from: from} }

// attemptTimeout bounds one attempt of a call to SES.
const attemptTimeout = 10 * time.Second

// NewClient makes a client for a region. The endpoint "" is that of AWS. It does not
// connect.
func NewClient(region, endpoint string, credentials aws.CredentialsProvider) *sesv2.Client {
	options := sesv2.Options{Region: region, Credentials: credentials, HTTPClient: &http.Client{Timeout: attemptTimeout}}
	if endpoint != "" {
		options.BaseEndpoint = aws.String(endpoint)
	}
	return sesv2.New(options)
}

const utf8 = "UTF-8"

// Send implements mail.Sender. Subject and bodies are separate fields of the call, so
// nothing in them can become a header.
func (s *Sender) Send(ctx context.Context, m mail.Message) error {
	_, err := s.api.SendEmail(ctx, &sesv2.SendEmailInput{
		FromEmailAddress: aws.String(s.from),
		Destination:      &types.Destination{ToAddresses: []string{string(m.To)}},
		Content: &types.EmailContent{Simple: &types.Message{
			Subject: newContent(m.Subject),
			Body:    &types.Body{Text: newContent(m.Text), Html: newContent(m.HTML)},
		}},
		EmailTags: []types.MessageTag{{Name: aws.String("kind"), Value: aws.String(string(m.Kind))}},
	})
	return sanitizeError(err)
}

// sanitizeError replaces the text of SES, which may contain the address.
func sanitizeError(err error) error {
	var api smithy.APIError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &api):
		return errors.New("ses: " + api.ErrorCode())
	default:
		return errors.New("ses: no answer")
	}
}

func newContent(text string) *types.Content {
	return &types.Content{Data: aws.String(text), Charset: aws.String(utf8)}
}
