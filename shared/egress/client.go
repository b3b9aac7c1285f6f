package egress

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"

	"stint/shared/domain/feed"
)

// ErrAddress is the error of a host that resolves to an address that is refused.
var ErrAddress = errors.New("the host has an address that is not allowed")

// Resolver finds the addresses of a host.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

var _ Resolver = (*net.Resolver)(nil)

// maxAddresses is how many addresses of a host are tried.
const maxAddresses = 4

// maxHeaderBytes bounds the header of a response.
const maxHeaderBytes = 16 << 10

// dialer connects to the addresses that its policy allows.
type dialer struct {
	policy   Policy
	resolver Resolver
	connect  func(ctx context.Context, address netip.AddrPort, check func(netip.Addr) bool) (net.Conn, error)
}

// NewClient makes a client for requests to addresses that Allows has accepted.
func (p Policy) NewClient() *http.Client {
	return dialer{policy: p, resolver: net.DefaultResolver, connect: connect}.client(nil)
}

func (d dialer) client(roots *tls.Config) *http.Client {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if roots != nil {
		config.RootCAs = roots.RootCAs
	}
	return &http.Client{
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: d.dial, TLSClientConfig: config, Proxy: nil,
			DisableKeepAlives: true, DisableCompression: true, MaxResponseHeaderBytes: maxHeaderBytes,
			TLSNextProto: map[string]func(string, *tls.Conn) http.RoundTripper{}, // HTTP/1.1 only
		},
	}
}

// dial resolves the host of an address once and connects to one of its addresses. If one of
// them is refused, none is tried.
func (d dialer) dial(ctx context.Context, _, address string) (net.Conn, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := net.LookupPort("tcp", portText)
	if err != nil || !allowsPort(uint16(port)) {
		return nil, fmt.Errorf("%w: its port", ErrAddress)
	}
	check := allowsAddress
	if d.policy.home && isThisMachine(host) {
		check = netip.Addr.IsLoopback
	}
	all, err := d.addressesOf(ctx, host)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(all, func(ip netip.Addr) bool { return !check(ip) }) {
		return nil, ErrAddress
	}
	return d.connectAny(ctx, all, uint16(port), check)
}

// addressesOf are the addresses of a host, those of IPv4 first.
func (d dialer) addressesOf(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	if d.policy.home && isThisMachine(host) {
		return []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}, nil
	}
	all, err := d.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i] = all[i].Unmap() // resolvers give IPv4 addresses in this form
	}
	if len(all) == 0 {
		return nil, &net.DNSError{Err: "no address", Name: host, IsNotFound: true}
	}
	slices.SortStableFunc(all, func(a, b netip.Addr) int { return a.BitLen() - b.BitLen() })
	return all, nil
}

// connectAny connects to the first address that answers.
func (d dialer) connectAny(ctx context.Context, all []netip.Addr, port uint16,
	check func(netip.Addr) bool) (conn net.Conn, err error) {
	for _, ip := range all[:min(len(all), maxAddresses)] {
		if conn, err = d.connect(ctx, netip.AddrPortFrom(ip, port), check); err == nil || ctx.Err() != nil {
			return conn, err
		}
	}
	return nil, err
}

// connect connects to one address. It checks the address that the operating system is about to
// connect to, so that no caller of this function can leave the check out.
func connect(ctx context.Context, to netip.AddrPort, check func(netip.Addr) bool) (net.Conn, error) {
	dialer := net.Dialer{Control: func(_, address string, _ syscall.RawConn) error {
		reached, err := netip.ParseAddrPort(address)
		if err != nil || !check(reached.Addr()) || !allowsPort(reached.Port()) {
			return ErrAddress
		}
		return nil
	}}
	return dialer.DialContext(ctx, "tcp", to.String())
}

// Response is what a receiver answered: the first feed.MaxResponse bytes.
type Response struct {
	Status int
	Text   []byte
}

// Post sends a body to an address and reads the beginning of the response. The context
// bounds all of it. Errors: those that Classify knows; they do not have the address.
func Post(ctx context.Context, client *http.Client, to feed.WebhookURL, header http.Header,
	body []byte) (Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Reveal(), bytes.NewReader(body))
	if err != nil {
		return Response{}, errors.New("the address cannot be called")
	}
	request.Header = header.Clone()
	response, err := client.Do(request)
	if err != nil {
		return Response{}, withoutAddress(err)
	}
	// After 101 the body is the connection, whose reads no context ends. Closing it does.
	stop := context.AfterFunc(ctx, func() { _ = response.Body.Close() })
	defer func() { stop(); _ = response.Body.Close() }()
	got := Response{Status: response.StatusCode}
	if response.StatusCode == http.StatusSwitchingProtocols {
		return got, nil
	}
	got.Text, err = io.ReadAll(io.LimitReader(response.Body, feed.MaxResponse))
	if err != nil && ctx.Err() != nil {
		return got, ctx.Err()
	}
	return got, nil // a body that breaks off does not change the status
}

// withoutAddress is the cause of an error of net/http, whose text has the whole address.
func withoutAddress(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		if _, hasURL := err.(interface{ Temporary() bool }); !hasURL {
			return err
		}
		err = inner
	}
}

// Classify says why an attempt failed; "" is success.
func Classify(r Response, err error) feed.DeliveryError {
	var name *net.DNSError
	var timeout net.Error
	var header tls.RecordHeaderError
	var alert tls.AlertError
	var certificate *tls.CertificateVerificationError
	switch {
	case err == nil && r.Status >= 200 && r.Status < 300:
		return ""
	case err == nil && r.Status >= 300 && r.Status < 400:
		return feed.ErrorRedirect
	case err == nil:
		return feed.ErrorStatus
	case errors.Is(err, ErrAddress):
		return feed.ErrorAddress
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return feed.ErrorTimeout
	case errors.As(err, &name):
		return feed.ErrorName
	case errors.As(err, &header), errors.As(err, &alert), errors.As(err, &certificate):
		return feed.ErrorTLS
	default:
		return feed.ErrorConnection
	}
}
