package gateway_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"stint/shared/gateway"
)

// exchange sends the text of a request to a server with the gateway, and reads the answer.
func exchange(t *testing.T, handler http.Handler, request string) *httptest.ResponseRecorder {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Listener = newGateway(gateway.Options{}, nil).Listen(server.Listener)
	server.Start()
	t.Cleanup(server.Close)
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	w := httptest.NewRecorder()
	w.Code = answer.StatusCode
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	if _, err := io.Copy(w.Body, answer.Body); err != nil {
		t.Fatal(err)
	}
	return w
}

func TestRequestsThatCannotBeReadGetAProblem(t *testing.T) {
	t.Parallel()
	for name, request := range map[string]string{
		"half an escape":               "GET /%ZZ HTTP/1.1\r\nHost: a\r\n\r\n",
		"no host":                      "GET / HTTP/1.1\r\n\r\n",
		"an unknown transfer encoding": "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: zip\r\n\r\n",
		"a header without a colon":     "GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n",
		"no request":                   "what\r\n\r\n",
		"headers without end": "GET / HTTP/1.1\r\nHost: a\r\nX: " +
			strings.Repeat("x", http.DefaultMaxHeaderBytes+8<<10) + "\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := exchange(t, http.NotFoundHandler(), request)
			checkProblem(t, w, http.StatusBadRequest, "malformed_request")
		})
	}
}

// What a handler answers passes as it is, also when it looks like an error of the server.
func TestAnswersOfHandlersPassTheListener(t *testing.T) {
	t.Parallel()
	const body = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 " +
		"Bad Request"
	w := exchange(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, body, http.StatusBadRequest)
	}), "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
	if w.Code != http.StatusBadRequest || w.Body.String() != body+"\n" {
		t.Errorf("%d %q", w.Code, w.Body)
	}
}
