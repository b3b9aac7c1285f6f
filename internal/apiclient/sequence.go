package apiclient

import (
	"context"
	"net/http"
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

// DoOK sends a call and requires status 200.
func (s *Sequence) DoOK(call Call) (answer Answer) {
	if s.Err == nil {
		answer, s.Err = s.Client.DoOK(s.Context, call)
	}
	return answer
}

// Send sends a call, requires status 200 and returns the JSON object of the answer.
func (s *Sequence) Send(token, method, path string, body any) (o Object) {
	answer := s.DoOK(Call{Token: token, Method: method, Path: path, Body: body})
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
