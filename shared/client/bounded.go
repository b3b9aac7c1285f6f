package client

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// Bounds of an answer.
const (
	// maxAnswer is the most bytes of a successful answer, unpacked. API Gateway sends at most
	// 10 MiB, so no page of the API is larger.
	maxAnswer = 32 << 20

	// sendTimeout bounds the time until an answer begins: to send the request, and to wait.
	sendTimeout = 2 * time.Minute

	// partTimeout bounds the time for each part of an answer, of answerPart bytes. The slowest
	// line has 1 KiB a second.
	partTimeout = 30 * time.Second
	answerPart  = 30 << 10
)

// errSlow is the error of an answer that comes more slowly than its bounds allow.
var errSlow = errors.New("the answer takes too long")

// bounded reads each answer as a whole, within the bounds above. So an answer that breaks off is
// a request that failed, and is repeated as such.
type bounded struct{ next http.RoundTripper }

// withBounds is an HTTP client that reads each answer within its bounds.
func withBounds(h *http.Client) *http.Client {
	changed := *h
	next := h.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	changed.Transport = bounded{next}
	return &changed
}

// RoundTrip implements http.RoundTripper. Errors: those of the network, errSlow, *Problem of a
// success that is too large.
func (b bounded) RoundTrip(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	defer cancel(nil)
	timer := time.AfterFunc(sendTimeout, func() { cancel(errSlow) })
	defer timer.Stop()
	answer, err := b.next.RoundTrip(request.WithContext(ctx))
	if err != nil {
		return nil, whySlow(ctx, err)
	}
	timer.Reset(partTimeout)
	body, err := readAnswer(answer.StatusCode, &parts{Reader: answer.Body, timer: timer})
	_ = answer.Body.Close()
	if err != nil {
		return nil, whySlow(ctx, err)
	}
	answer.Body = io.NopCloser(bytes.NewReader(body))
	return answer, nil
}

// whySlow returns errSlow if it is why the context ended, else the error.
func whySlow(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errSlow) {
		return errSlow
	}
	return err
}

// parts gives each part of an answer its time.
type parts struct {
	io.Reader
	timer *time.Timer
	read  int // of the present part, in bytes
}

// Read implements io.Reader.
func (p *parts) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if p.read += n; p.read >= answerPart {
		p.read = 0
		p.timer.Reset(partTimeout)
	}
	return n, err
}

// readAnswer reads a body: all of a success, and the beginning of a problem.
func readAnswer(status int, body io.Reader) ([]byte, error) {
	if !isSuccess(status) {
		return io.ReadAll(io.LimitReader(body, maxProblem))
	}
	content, err := io.ReadAll(io.LimitReader(body, maxAnswer+1))
	if err == nil && len(content) > maxAnswer {
		return nil, unexpected(status, "it is larger than any")
	}
	return content, err
}

func isSuccess(status int) bool { return status >= 200 && status <= 299 }
