package awsclient_test

import (
	"net/http"
	"testing"
	"time"

	"stint/shared/awsclient"
)

// One attempt ends after its time, and a call after three attempts. Connecting may take the
// whole attempt, unless the options say otherwise.
func TestTimeoutsAndAttempts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options          awsclient.Options
		attempt, connect time.Duration
		attempts         int
	}{
		{awsclient.Options{}, 3 * time.Second, 3 * time.Second, 3},
		{awsclient.Options{AttemptTimeout: 10 * time.Second}, 10 * time.Second, 10 * time.Second, 3},
		{awsclient.Options{ConnectTimeout: time.Second, Retries: awsclient.Retries{Attempts: 4}}, 3 * time.Second,
			time.Second, 4},
	} {
		made := awsclient.NewConfig(c.options)
		client := made.HTTPClient.(*http.Client)
		if client.Timeout != c.attempt || client.Transport.(*http.Transport).TLSHandshakeTimeout != c.connect ||
			made.Retryer().MaxAttempts() != c.attempts {
			t.Errorf("%+v: %v, %v, %d attempts", c.options, client.Timeout,
				client.Transport.(*http.Transport).TLSHandshakeTimeout, made.Retryer().MaxAttempts())
		}
	}
}

func TestOtherServicesNeedNoRegion(t *testing.T) {
	t.Parallel()
	for endpoint, want := range map[string]string{"": "", "http://127.0.0.1:8000": "us-east-1"} {
		if got := awsclient.NewConfig(awsclient.Options{Endpoint: endpoint}); got.Region != want ||
			(got.BaseEndpoint == nil) != (endpoint == "") {
			t.Errorf("%q: region %q, want %q; endpoint %v", endpoint, got.Region, want, got.BaseEndpoint)
		}
	}
}
