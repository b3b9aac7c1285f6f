package sandbox

import (
	"context"
	"net/http"
	"net/http/httptest"

	"stint/functions/worker"
	"stint/internal/apiclient"
	"stint/scripts/internal/inbox"
	"stint/scripts/internal/sampledata"
)

type object = apiclient.Object

// apiClient makes records in a sandbox, as its people.
type apiClient struct {
	*sampledata.Maker
	sb *Sandbox
}

func (sb *Sandbox) newClient(ctx context.Context) *apiClient {
	client := &apiclient.Client{Address: BaseURL, HTTP: &http.Client{Transport: inProcess{sb}, CheckRedirect: keepRedirect}}
	return &apiClient{sampledata.New(ctx, client, sb.fixtures.team), sb}
}

// keepRedirect keeps an answer that is a redirect.
func keepRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// inProcess answers requests without a network. Before it shows mails, the worker sends those
// that are queued.
type inProcess struct{ sb *Sandbox }

// RoundTrip implements http.RoundTripper.
func (s inProcess) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Path == inbox.Path {
		if err := worker.NewFromDeps(s.sb.Deps, s.sb.mailbox).Work(request.Context()); err != nil {
			return nil, err
		}
	}
	arrived := request.Clone(request.Context())
	arrived.RequestURI, arrived.RemoteAddr = request.URL.RequestURI(), "192.0.2.1:1234"
	answer := httptest.NewRecorder()
	inbox.InFrontOf(s.sb.gateway, s.sb.mailbox).ServeHTTP(answer, arrived)
	return answer.Result(), nil
}
