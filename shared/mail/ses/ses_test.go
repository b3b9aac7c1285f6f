package ses_test

import (
	"context"
	"errors"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/smithy-go"

	"stint/shared/mail"
	"stint/shared/mail/ses"
)

// fakeAPI is an SES that records its requests, and fails when a test sets an error.
type fakeAPI struct {
	in   *sesv2.SendEmailInput
	fail error
}

func (x *fakeAPI) SendEmail(_ context.Context, in *sesv2.SendEmailInput, _ ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	x.in = in
	return &sesv2.SendEmailOutput{}, x.fail
}

func TestSend(t *testing.T) {
	t.Parallel()
	api := new(fakeAPI)
	m := mail.Message{Kind: "invitation", To: "bob@example.com", Subject: "Grüße", Text: "plain", HTML: "<p>rich</p>"}
	if err := ses.New(api, "stint@example.com").Send(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	sent := api.in.Content.Simple
	for what, pair := range map[string][2]string{
		"sender":  {aws.ToString(api.in.FromEmailAddress), "stint@example.com"},
		"subject": {aws.ToString(sent.Subject.Data), "Grüße"},
		"charset": {aws.ToString(sent.Subject.Charset), "UTF-8"},
		"text":    {aws.ToString(sent.Body.Text.Data), "plain"},
		"html":    {aws.ToString(sent.Body.Html.Data), "<p>rich</p>"},
		"tag":     {aws.ToString(api.in.EmailTags[0].Value), "invitation"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s %q, want %q", what, pair[0], pair[1])
		}
	}
	if to := api.in.Destination.ToAddresses; len(to) != 1 || to[0] != "bob@example.com" {
		t.Errorf("to %v, want the one recipient", to)
	}
}

func TestErrorsHideTheAddress(t *testing.T) {
	t.Parallel()
	for want, cause := range map[string]error{
		"ses: MessageRejected": &smithy.GenericAPIError{Code: "MessageRejected", Message: "bob@example.com is not verified"},
		"ses: no answer":       errors.New("timeout for bob@example.com"),
	} {
		err := ses.New(&fakeAPI{fail: cause}, "stint@example.com").Send(t.Context(), mail.Message{To: "bob@example.com"})
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
