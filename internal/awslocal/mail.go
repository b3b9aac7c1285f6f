package awslocal

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"stint/shared/domain"
	"stint/shared/mail"
)

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
	return mail.Message{
		ID: domain.NewID(), To: domain.Email(in.Destination.ToAddresses[0]),
		Subject: aws.ToString(simple.Subject.Data), Text: aws.ToString(simple.Body.Text.Data), HTML: aws.ToString(simple.Body.Html.Data),
	}, nil
}
