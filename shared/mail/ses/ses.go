// Package ses sends mails through Amazon SES. See awsclient.ServiceClient for why it does without
// the SDK's client.
package ses

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/aws/smithy-go"

	"stint/shared/awsclient"
	"stint/shared/mail"
)

// Sender sends from one address. SES must have verified it. It takes the permission
// ses:SendEmail on the identity of the sender.
type Sender struct {
	service *awsclient.ServiceClient
	from    string
}

var _ mail.Sender = (*Sender)(nil)

// attemptTimeout bounds one attempt of a call to SES.
const attemptTimeout = 10 * time.Second

// New makes a sender with an address, for SES in a region. The endpoint "" is that of AWS.
// It does not connect.
func New(region, endpoint, from string) *Sender {
	c := awsclient.NewConfig(awsclient.Options{Region: region, Endpoint: endpoint, AttemptTimeout: attemptTimeout})
	return &Sender{from: from, service: awsclient.NewServiceClient(c, "ses", "email")}
}

// email is the input of the operation SendEmail of SES v2.
type email struct {
	FromEmailAddress string
	Destination      destination
	Content          content
	EmailTags        []tag
}

type destination struct{ ToAddresses []string }

type content struct{ Simple simple }

type simple struct {
	Subject     text
	Body        body
	Headers     []header     `json:",omitempty"`
	Attachments []attachment `json:",omitempty"`
}

type attachment struct {
	FileName, ContentType, ContentDisposition, ContentTransferEncoding string

	ContentID string `json:"ContentId,omitempty"` // of a file that the HTML shows

	RawContent []byte // in base64
}

type body struct {
	Text text
	HTML text `json:"Html"`
}

type text struct{ Data, Charset string }

type header struct{ Name, Value string }

type tag struct{ Name, Value string }

// Send implements mail.Sender. Subject and bodies are separate fields of the call, so
// nothing in them can become a header.
func (s *Sender) Send(ctx context.Context, m mail.Message) error {
	return sanitizeError(s.service.Call(ctx, awsclient.Request{
		Operation: "SendEmail", Path: "/v2/email/outbound-emails",
		Header: map[string]string{"Content-Type": "application/json"},
		In: email{
			FromEmailAddress: s.from,
			Destination:      destination{[]string{m.To.DNSForm()}},
			Content: content{simple{Subject: newText(m.Subject), Body: body{newText(m.Text), newText(m.HTML)},
				Headers: headersOf(m), Attachments: attachmentsOf(m)}},
			EmailTags: []tag{{"kind", string(m.Kind)}},
		},
	}, &struct{}{}))
}

// sanitizeError replaces the text of SES, which may contain the address.
func sanitizeError(err error) error {
	var answered smithy.APIError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &answered):
		return errors.New("ses: " + answered.ErrorCode())
	default:
		return errors.New("ses: no answer")
	}
}

// attachmentsOf are the attachments for SES, which makes the MIME parts of them.
func attachmentsOf(m mail.Message) (all []attachment) {
	for _, a := range m.Attachments {
		disposition := "ATTACHMENT"
		if a.ContentID != "" {
			disposition = "INLINE"
		}
		all = append(all, attachment{
			FileName: a.Name, ContentType: a.Type, ContentDisposition: disposition, ContentTransferEncoding: "BASE64",
			RawContent: a.Bytes, ContentID: a.ContentID,
		})
	}
	return all
}

// headersOf are the further headers of a message, always in the same order.
func headersOf(m mail.Message) (all []header) {
	for _, name := range slices.Sorted(maps.Keys(m.Headers)) {
		all = append(all, header{name, m.Headers[name]})
	}
	return all
}

func newText(data string) text { return text{Data: data, Charset: "UTF-8"} }
