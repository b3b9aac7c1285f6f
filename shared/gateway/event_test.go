package gateway_test

import (
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"stint/shared/edge"
	"stint/shared/gateway"
	"stint/shared/lambdahttp"
)

func TestEvent(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest("POST", "http://localhost:8080/api/things/a%2Fb?q=1&q=2&r=%C3%A4&bad=%zz&semicolon=a;b=1",
		nil)
	r.SetPathValue("thingId", "a/b")
	r.RemoteAddr = "[2001:db8::7]:40000"
	r.Header["Cookie"] = []string{"a=1", "b=2"}
	r.Header.Set("User-Agent", "test")
	e := gateway.NewEvent(r, []byte("body"), "/api/things/{thingId}", "gw-1")
	for name, c := range map[string]struct{ got, want any }{
		"resource":        {e.Resource, "/api/things/{thingId}"},
		"path":            {e.Path, "/api/things/a%2Fb"},
		"method":          {e.HTTPMethod, "POST"},
		"path parameters": {e.PathParameters, map[string]string{"thingId": "a/b"}},
		"query": {e.MultiValueQueryStringParameters,
			map[string][]string{"q": {"1", "2"}, "r": {"ä"}, "bad": {"%zz"}, "semicolon": {"a;b=1"}}},
		"last of query": {e.QueryStringParameters, map[string]string{
			"q": "2", "r": "ä", "bad": "%zz", "semicolon": "a;b=1"}},
		"cookies":           {e.MultiValueHeaders["Cookie"], []string{"a=1", "b=2"}},
		"last cookie":       {e.Headers["Cookie"], "b=2"},
		"host":              {e.Headers["Host"], "localhost:8080"},
		"request id":        {e.RequestContext.RequestID, "gw-1"},
		"client address":    {e.RequestContext.Identity.SourceIP, "2001:db8::7"},
		"resource path":     {e.RequestContext.ResourcePath, "/api/things/{thingId}"},
		"method in context": {e.RequestContext.HTTPMethod, "POST"},
		"body":              {e.Body, base64.StdEncoding.EncodeToString([]byte("body"))},
		"base64":            {e.IsBase64Encoded, true},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %#v, want %#v", name, c.got, c.want)
		}
	}
}

func TestEventOfAnUnknownPath(t *testing.T) {
	t.Parallel()
	e := gateway.NewEvent(httptest.NewRequest("GET", "/a/b", nil), nil, "/{proxy+}", "gw-1")
	if e.PathParameters["proxy"] != "a/b" || e.Body != "" {
		t.Errorf("parameters %v, body %q", e.PathParameters, e.Body)
	}
}

// Any bytes come through, there and back.
func TestBodyIsPassedByteForByte(t *testing.T) {
	t.Parallel()
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != string(all) {
			t.Errorf("arrived: %q, %v", body, err)
		}
		w.Header().Set("Content-Type", "application/octet-stream")
		_, _ = w.Write(body)
	})
	handle := lambdahttp.New(edge.Options{Log: slog.New(slog.DiscardHandler), Now: time.Now}, inner)
	w := send(gateway.New(gateway.Options{}, gateway.Function{Name: "meta", Handle: handle}), "POST", "/",
		strings.NewReader(string(all)))
	if w.Body.String() != string(all) {
		t.Errorf("came back: %q", w.Body)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	gateway.WriteResponse(w, httptest.NewRequest("GET", "/", nil), events.APIGatewayProxyResponse{
		StatusCode: 201, Body: "eA==", IsBase64Encoded: true,
		MultiValueHeaders: map[string][]string{"set-cookie": {"a=1", "b=2"}, "Etag": {`"1"`}},
		Headers:           map[string]string{"ETag": `"2"`, "X-One": "1"},
	})
	if w.Code != 201 || w.Body.String() != "x" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if got := w.Header(); len(got["Set-Cookie"]) != 2 || got.Get("ETag") != `"1"` || got.Get("X-One") != "1" {
		t.Errorf("headers %v", got)
	}
}
