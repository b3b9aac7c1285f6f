package egress

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/shared/domain/feed"
)

// lookups answers the look-ups of a host one after the other, the last answer again and again.
type lookups struct {
	answers [][]string

	mu sync.Mutex
	n  int
}

func (l *lookups) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if l.answers == nil {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	answer := l.answers[min(l.n, len(l.answers)-1)]
	l.n++
	var all []netip.Addr
	for _, text := range answer {
		all = append(all, netip.MustParseAddr(text))
	}
	return all, nil
}

// receiver is a server with TLS that a test reaches under public addresses.
type receiver struct {
	*httptest.Server

	mu     sync.Mutex
	dialed []netip.AddrPort
}

func newReceiver(t *testing.T, handle http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{Server: httptest.NewTLSServer(handle)}
	t.Cleanup(r.Close)
	return r
}

// client resolves hosts by the look-ups. A connection to an address that passes the check
// goes to the receiver.
func (r *receiver) client(l *lookups) *http.Client {
	d := dialer{resolver: l, connect: func(ctx context.Context, to netip.AddrPort,
		check func(netip.Addr) bool) (net.Conn, error) {
		if !check(to.Addr()) {
			return nil, ErrAddress
		}
		r.mu.Lock()
		r.dialed = append(r.dialed, to)
		r.mu.Unlock()
		return new(net.Dialer).DialContext(ctx, "tcp", r.Listener.Addr().String())
	}}
	return d.client(&tls.Config{RootCAs: r.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs})
}

const public1, target = "93.184.216.34", feed.WebhookURL("https://example.com/in?key=canary")

func post(t *testing.T, client *http.Client, to feed.WebhookURL) (Response, error) {
	t.Helper()
	return Post(t.Context(), client, to, http.Header{"Content-Type": {"application/json"}}, []byte(`{}`))
}

func TestPostReachesTheAddressThatWasChecked(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(w http.ResponseWriter, h *http.Request) { fmt.Fprint(w, h.Method, h.URL.RawQuery) })
	l := &lookups{answers: [][]string{{"::ffff:" + public1}, {"127.0.0.1"}}} // resolvers map IPv4
	got, err := post(t, r.client(l), target)
	if err != nil || got.Status != 200 || string(got.Text) != "POSTkey=canary" {
		t.Errorf("%d %q, %v", got.Status, got.Text, err)
	}
	if l.n != 1 || len(r.dialed) != 1 || r.dialed[0] != netip.MustParseAddrPort(public1+":443") {
		t.Errorf("%d look-ups, dialed %v", l.n, r.dialed)
	}
}

// A name that first resolves to a public address and then to a private one (rebinding)
// never leads to the private one.
func TestRebindingIsRefused(t *testing.T) {
	t.Parallel()
	r := newReceiver(t, func(http.ResponseWriter, *http.Request) {})
	l := &lookups{answers: [][]string{{public1}, {"169.254.169.254"}}}
	client := r.client(l)
	if _, err := post(t, client, target); err != nil {
		t.Fatal(err)
	}
	if _, err := post(t, client, target); !errors.Is(err, ErrAddress) || Classify(Response{}, err) != feed.ErrorAddress {
		t.Errorf("the second look-up gave %v", err)
	}
	both := &lookups{answers: [][]string{{public1, "10.0.0.1"}}}
	if _, err := post(t, r.client(both), target); !errors.Is(err, ErrAddress) {
		t.Errorf("a public and a private address: %v", err)
	}
	if len(r.dialed) != 1 {
		t.Errorf("dialed %v", r.dialed)
	}
}

// The connection itself is checked too, without a look-up in between.
func TestConnectChecksTheAddress(t *testing.T) {
	t.Parallel()
	local := httptest.NewServer(http.NotFoundHandler())
	defer local.Close()
	to := netip.MustParseAddrPort(local.Listener.Addr().String())
	if _, err := connect(t.Context(), to, allowsAddress); !errors.Is(err, ErrAddress) {
		t.Errorf("connected to %s: %v", to, err)
	}
	conn, err := connect(t.Context(), to, netip.Addr.IsLoopback)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
}

func TestHomeReachesThisMachineOnly(t *testing.T) {
	t.Parallel()
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "here") }))
	defer local.Close()
	u, _ := url.Parse(local.URL)
	here := feed.WebhookURL("http://localhost:" + u.Port() + "/")
	if got, err := post(t, NewPolicy(true).NewClient(), here); err != nil || string(got.Text) != "here" {
		t.Errorf("%q, %v", got.Text, err)
	}
	if _, err := post(t, NewPolicy(false).NewClient(), feed.WebhookURL(local.URL)); !errors.Is(err, ErrAddress) {
		t.Errorf("in the cloud: %v", err)
	}
	private := dialer{policy: NewPolicy(true), resolver: &lookups{answers: [][]string{{"127.0.0.1"}}}, connect: connect}
	if _, err := post(t, private.client(nil), target); !errors.Is(err, ErrAddress) {
		t.Errorf("a public name for this machine at home: %v", err)
	}
}

// Proxies of the environment are not used: the transport has none.
func TestNoProxyAndModernTLS(t *testing.T) {
	t.Parallel()
	transport := NewPolicy(false).NewClient().Transport.(*http.Transport)
	if transport.Proxy != nil || transport.TLSClientConfig.MinVersion < tls.VersionTLS12 ||
		transport.TLSClientConfig.InsecureSkipVerify {
		t.Errorf("proxy %v, TLS %x", transport.Proxy != nil, transport.TLSClientConfig.MinVersion)
	}
}

func TestFailuresAreNamed(t *testing.T) {
	t.Parallel()
	found := &lookups{answers: [][]string{{public1}}}
	r := newReceiver(t, func(w http.ResponseWriter, h *http.Request) {
		switch h.URL.Path {
		case "/redirect":
			http.Redirect(w, h, "https://example.com/elsewhere", http.StatusFound)
		case "/410":
			w.WriteHeader(http.StatusGone)
		case "/hang":
			<-h.Context().Done()
		}
	})
	untrusted := dialer{resolver: found, connect: func(ctx context.Context, _ netip.AddrPort,
		_ func(netip.Addr) bool) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", r.Listener.Addr().String())
	}}
	closed := dialer{resolver: found, connect: func(context.Context, netip.AddrPort,
		func(netip.Addr) bool) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}}
	for _, c := range []struct {
		path   string
		client *http.Client
		want   feed.DeliveryError
	}{
		{"/", r.client(found), ""},
		{"/redirect", r.client(found), feed.ErrorRedirect},
		{"/410", r.client(found), feed.ErrorStatus},
		{"/hang", r.client(found), feed.ErrorTimeout},
		{"/", r.client(&lookups{}), feed.ErrorName},
		{"/", untrusted.client(nil), feed.ErrorTLS},
		{"/", closed.client(nil), feed.ErrorConnection},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		if c.want == feed.ErrorTimeout {
			ctx, cancel = context.WithTimeout(t.Context(), 300*time.Millisecond)
		}
		got, err := Post(ctx, c.client, feed.WebhookURL("https://example.com"+c.path+"?key=canary"), nil, nil)
		cancel()
		if why := Classify(got, err); why != c.want {
			t.Errorf("%s: %q, want %q (%v)", c.path, why, c.want, err)
		}
		if err != nil && strings.Contains(err.Error(), "canary") {
			t.Errorf("the error has the address: %v", err)
		}
	}
}

// A receiver cannot make the service read much: the response is cut, and not decompressed.
func TestResponsesAreBounded(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	_, _ = zip.Write(make([]byte, 10<<20))
	_ = zip.Close()
	r := newReceiver(t, func(w http.ResponseWriter, h *http.Request) {
		if h.Header.Get("Accept-Encoding") != "" {
			t.Errorf("it accepts %s", h.Header.Get("Accept-Encoding"))
		}
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb.Bytes())
	})
	got, err := post(t, r.client(&lookups{answers: [][]string{{public1}}}), target)
	if err != nil || len(got.Text) != feed.MaxResponse || !bytes.Equal(got.Text, bomb.Bytes()[:feed.MaxResponse]) {
		t.Errorf("%d bytes, %v", len(got.Text), err)
	}
}
