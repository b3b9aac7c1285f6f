package apiclient

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// Sequence sends calls one after another. It keeps its first error and sends nothing after it.
type Sequence struct {
	Client  *Client
	Context context.Context
	Err     error
}

// Do sends a call and accepts any status.
func (s *Sequence) Do(call Call) (answer Answer) {
	if s.Err == nil {
		answer, s.Err = s.Client.Do(s.Context, call)
	}
	return answer
}

// Exchange sends a call and requires status 200.
func (s *Sequence) Exchange(call Call) (answer Answer) {
	if s.Err == nil {
		answer, s.Err = s.Client.Exchange(s.Context, call)
	}
	return answer
}

// Send sends a call, requires status 200 and returns the JSON object of the answer.
func (s *Sequence) Send(token, method, path string, body any) (o Object) {
	answer := s.Exchange(Call{Token: token, Method: method, Path: path, Body: body})
	if s.Err == nil {
		o, s.Err = answer.Object()
	}
	return o
}

// Get reads a record or a list.
func (s *Sequence) Get(token, path string) Object { return s.Send(token, http.MethodGet, path, nil) }

// Post posts a body.
func (s *Sequence) Post(token, path string, body any) Object {
	return s.Send(token, http.MethodPost, path, body)
}

// Create posts a new record and returns its id.
func (s *Sequence) Create(token, path string, body any) string {
	return Text(s.Post(token, path, body), "id")
}

// Text is the text at a path of names in an object; "" is none.
func Text(o Object, path ...string) string {
	for _, name := range path[:len(path)-1] {
		o, _ = o[name].(Object)
	}
	text, _ := o[path[len(path)-1]].(string)
	return text
}

// mailWait bounds the wait for a mail.
const mailWait = 20 * time.Second

// linkToken finds the page and the token in the links of mails.
var linkToken = regexp.MustCompile(`/p/([a-z-]+)(?:\?token=|/)([0-9A-Za-z_-]+)`)

// MailedToken waits for a mail to an address with a link to a page, such as verify-email, in the
// inbox of a home server. It returns the token of the newest one.
func (s *Sequence) MailedToken(to, page string) string {
	deadline := time.After(mailWait)
	for tick := time.NewTicker(50 * time.Millisecond); ; {
		items, _ := s.Get("", "/_local/mail?to="+url.QueryEscape(to))["items"].([]any)
		for _, item := range items {
			for _, link := range linkToken.FindAllStringSubmatch(Text(item.(Object), "text"), -1) {
				if link[1] == page {
					return link[2]
				}
			}
		}
		if s.Err != nil {
			return ""
		}
		select {
		case <-s.Context.Done():
			s.Err = s.Context.Err()
		case <-deadline:
			s.Err = fmt.Errorf("no mail to %s with a link to %s", to, page)
		case <-tick.C:
		}
	}
}
