package awsclient_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"

	"stint/shared/awsclient"
)

func newClient(endpoint string) *awsclient.ServiceClient {
	c := awsclient.NewConfig(awsclient.Options{Region: "eu-central-1", Endpoint: endpoint, AttemptTimeout: time.Minute})
	c.Credentials = aws.CredentialsProviderFunc(func(context.Context) (aws.Credentials, error) {
		return aws.Credentials{AccessKeyID: "AKID", SecretAccessKey: "secret", SessionToken: "session"}, nil
	})
	return awsclient.NewServiceClient(c, "kms", "kms")
}

// call calls a server, which answers with each handler once and with the last one from then
// on. It returns the number of requests.
func call(t *testing.T, out any, answers ...http.HandlerFunc) (requests int, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		answers[min(requests, len(answers))-1](w, r)
	}))
	defer server.Close()
	err = newClient(server.URL).Call(t.Context(), awsclient.Request{
		Operation: "Op", Path: "/path", Header: map[string]string{"X-Amz-Target": "T.Op"}, In: map[string]int{"A": 1}}, out)
	return requests, err
}

func succeed(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"B":2}`)) }

func fail(status int, code string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Amzn-Requestid", "r-1")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(`{"__type":"` + code + `","message":"because"}`))
	}
}

// The signature covers what names the operation, and the token of the role's session.
func TestRequestsAreSigned(t *testing.T) {
	t.Parallel()
	var out struct{ B int }
	_, err := call(t, &out, func(w http.ResponseWriter, r *http.Request) {
		signed := r.Header.Get("Authorization")
		for _, want := range []string{"AWS4-HMAC-SHA256 Credential=AKID/", "/eu-central-1/kms/aws4_request",
			"content-length;host;x-amz-date;x-amz-security-token;x-amz-target"} {
			if !strings.Contains(signed, want) {
				t.Errorf("signed %q, want %s", signed, want)
			}
		}
		if r.Method != "POST" || r.URL.Path != "/path" || r.Header.Get("X-Amz-Security-Token") != "session" {
			t.Errorf("%s %s, %v", r.Method, r.URL, r.Header)
		}
		succeed(w, r)
	})
	if err != nil || out.B != 2 {
		t.Errorf("answer %+v, %v", out, err)
	}
}

// What passes is tried three times, and all else once.
func TestRetries(t *testing.T) {
	t.Parallel()
	hangUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		answers []http.HandlerFunc
		want    int
		ok      bool
	}{
		"success":          {[]http.HandlerFunc{succeed}, 1, true},
		"a server's error": {[]http.HandlerFunc{fail(500, "KMSInternalException"), succeed}, 2, true},
		"throttled": {[]http.HandlerFunc{fail(400, "ThrottlingException"), fail(400, "ThrottlingException"), succeed},
			3, true},
		"no answer": {[]http.HandlerFunc{hangUp, succeed}, 2, true},
		"down":      {[]http.HandlerFunc{fail(503, "")}, 3, false},
		"refused":   {[]http.HandlerFunc{fail(400, "AccessDeniedException")}, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := call(t, &struct{}{}, c.answers...); got != c.want || (err == nil) != c.ok {
				t.Errorf("%d requests, %v", got, err)
			}
		})
	}
}

// Services name the code of an error in three ways.
func TestErrors(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"in the body":     fail(400, "NotFoundException"),
		"with a name":     fail(400, "com.amazonaws.kms#NotFoundException"),
		"with an address": fail(400, "NotFoundException:http://internal.amazon.com/"),
		"in a header": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Amzn-Errortype", "NotFoundException:http://internal.amazon.com/")
			fail(400, "")(w, r)
		},
	} {
		_, err := call(t, &struct{}{}, answer)
		var got smithy.APIError
		if !errors.As(err, &got) || got.ErrorCode() != "NotFoundException" {
			t.Errorf("%s: %v", name, err)
		}
		if want :=
			`kms Op: https response error StatusCode: 400, RequestID: r-1, api error NotFoundException: because`; err == nil ||
			err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	requests, err := call(t, &struct{}{}, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	})
	var got *smithyhttp.ResponseError
	if requests != 1 || !errors.As(err, &got) || got.HTTPStatusCode() != 307 {
		t.Errorf("%d requests, %v", requests, err)
	}
}

// A caller that went away is not waited for.
func TestTheContextEndsACall(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := newClient("http://127.0.0.1:1").Call(ctx, awsclient.Request{Operation: "Op"}, &struct{}{}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("error %v", err)
	}
}
