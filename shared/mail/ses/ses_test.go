package ses_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	"github.com/aws/aws-sdk-go-v2/service/sesv2/types"

	"stint/shared/mail"
	"stint/shared/mail/ses"
)

// send sends a mail to a server that answers, and returns the request's input as the SDK
// declares it.
func send(t *testing.T, m mail.Message,
	answer http.HandlerFunc) (in sesv2.SendEmailInput, request *http.Request, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		decoder := json.NewDecoder(r.Body)
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&in); err != nil {
			t.Error(err)
		}
		request = r
		answer(w, r)
	}))
	defer server.Close()
	err = ses.New("eu-central-1", server.URL, "stint@example.com").Send(t.Context(), m)
	return in, request, err
}

func TestSend(t *testing.T) {
	t.Parallel()
	m := mail.Message{Kind: "invitation", To: "bob@müller.example", Subject: "Grüße", Text: "plain", HTML: "<p>rich</p>"}
	in, request, err := send(t, m, func(w http.ResponseWriter, _ *http.Request) {
		_,
			_ = w.Write([]byte(`{"MessageId":"m"}`))
	})
	if err != nil {
		t.Fatal(err)
	}
	sent := in.Content.Simple
	for what, pair := range map[string][2]string{
		"path":    {request.Method + " " + request.URL.Path, "POST /v2/email/outbound-emails"},
		"sender":  {aws.ToString(in.FromEmailAddress), "stint@example.com"},
		"subject": {aws.ToString(sent.Subject.Data), "Grüße"},
		"charset": {aws.ToString(sent.Subject.Charset), "UTF-8"},
		"text":    {aws.ToString(sent.Body.Text.Data), "plain"},
		"html":    {aws.ToString(sent.Body.Html.Data), "<p>rich</p>"},
		"tag":     {aws.ToString(in.EmailTags[0].Value), "invitation"},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s %q, want %q", what, pair[0], pair[1])
		}
	}
	// SES takes no other form of the domain müller.example
	if to := in.Destination.ToAddresses; len(to) != 1 || to[0] != "bob@xn--mller-kva.example" {
		t.Errorf("to %v, want the one recipient", to)
	}
	if signed := request.Header.Get("Authorization"); !strings.Contains(signed, "/eu-central-1/ses/aws4_request") {
		t.Errorf("signed %q", signed)
	}
}

func TestSendAttachment(t *testing.T) {
	t.Parallel()
	m := mail.Message{To: "bob@example.com", Attachments: []mail.Attachment{
		{Name: "timesheet.pdf", Type: "application/pdf", Bytes: []byte("%PDF-\x00")},
		{Name: "logo.png", Type: "image/png", Bytes: []byte("PNG"), ContentID: "logo"}}}
	in, _, err := send(t, m, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"MessageId":"m"}`)) })
	if err != nil || len(in.Content.Simple.Attachments) != 2 {
		t.Fatalf("%+v, %v", in.Content.Simple.Attachments, err)
	}
	a := in.Content.Simple.Attachments[0]
	if aws.ToString(a.FileName) != "timesheet.pdf" || aws.ToString(a.ContentType) != "application/pdf" ||
		string(a.RawContent) != "%PDF-\x00" ||
		a.ContentDisposition != types.AttachmentContentDispositionAttachment ||
		a.ContentTransferEncoding != types.AttachmentContentTransferEncodingBase64 {
		t.Errorf("attached %+v", a)
	}
	if a.ContentId != nil {
		t.Errorf("the document is shown in the mail: %+v", a)
	}
	if shown := in.Content.Simple.Attachments[1]; aws.ToString(shown.ContentId) != "logo" ||
		shown.ContentDisposition != types.AttachmentContentDispositionInline {
		t.Errorf("shown %+v", shown)
	}
}

func TestErrorsHideTheAddress(t *testing.T) {
	t.Parallel()
	m := mail.Message{To: "bob@example.com"}
	_, _, err := send(t, m, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amzn-Errortype", "MessageRejected:http://internal.amazon.com/coral/com.amazonaws.ses/")
		http.Error(w, `{"message":"bob@example.com is not verified"}`, http.StatusBadRequest)
	})
	if err == nil || err.Error() != "ses: MessageRejected" {
		t.Errorf("refused: %v", err)
	}
	_, _, err = send(t, m, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	if err == nil || err.Error() != "ses: no answer" {
		t.Errorf("no answer: %v", err)
	}
}
