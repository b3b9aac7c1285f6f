package gateway

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"

	"github.com/google/uuid"

	"stint/shared/problem"
)

// Listen makes problems of the plain errors of an http.Server at a listener. The server answers
// before any handler what it cannot read, such as a path with half an escape.
func (g *Gateway) Listen(l net.Listener) net.Listener { return problemListener{l, g} }

type problemListener struct {
	net.Listener
	gateway *Gateway
}

// Accept implements net.Listener.
func (l problemListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return problemConn{c, l.gateway}, nil
}

type problemConn struct {
	net.Conn
	gateway *Gateway
}

// Write implements net.Conn.
func (c problemConn) Write(b []byte) (int, error) {
	if !isPlainError(b) {
		return c.Conn.Write(b)
	}
	if _, err := c.Conn.Write(c.gateway.unreadable()); err != nil {
		return 0, err
	}
	return len(b), nil
}

// CloseWrite closes the side that writes, so that a client that still sends reads the answer.
func (c problemConn) CloseWrite() error {
	if side, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return side.CloseWrite()
	}
	return nil
}

// plainErrorHeader is all that follows the status line of a plain error. Answers of handlers
// have a date as well.
const plainErrorHeader = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// isPlainError reports whether an http.Server writes an error of its own, which it does at once.
func isPlainError(b []byte) bool {
	status, text, ok := bytes.Cut(b, []byte(plainErrorHeader))
	return ok && bytes.HasPrefix(status, []byte("HTTP/1.1 ")) && !bytes.ContainsAny(status, "\r\n") &&
		!bytes.ContainsAny(text, "\r\n")
}

// unreadable is the answer to a request that cannot be read. Its status is that of the template
// for an error of API Gateway without a status of its own there.
func (g *Gateway) unreadable() []byte {
	w := &writtenAnswer{header: http.Header{}}
	g.writeProblem(w, uuid.NewString(), problem.Malformed("The request could not be read."))
	var out bytes.Buffer
	fmt.Fprintf(&out, "HTTP/1.1 %d %s\r\n", w.status, http.StatusText(w.status))
	_ = w.header.Write(&out) // a buffer takes everything
	fmt.Fprintf(&out, "Connection: close\r\nContent-Length: %d\r\n\r\n", w.body.Len())
	_, _ = io.Copy(&out, &w.body)
	return out.Bytes()
}

// writtenAnswer keeps what is written to it.
type writtenAnswer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (w *writtenAnswer) Header() http.Header         { return w.header }
func (w *writtenAnswer) WriteHeader(status int)      { w.status = status }
func (w *writtenAnswer) Write(b []byte) (int, error) { return w.body.Write(b) }
