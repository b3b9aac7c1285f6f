// Package egress sends requests to addresses that callers choose, such as those of
// webhooks, and to nothing else: it refuses every address that is not on the public
// internet. A host is resolved once, and the connection is made to the address that was
// checked. Redirects are not followed, and proxies of the environment are not used.
package egress

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"code.dny.dev/ssrf"

	"stint/shared/domain/feed"
)

// Policy decides which addresses may be called.
type Policy struct {
	home bool // http to this machine is allowed too
}

// NewPolicy makes a policy. At home, http to localhost is allowed as well.
func NewPolicy(home bool) Policy { return Policy{home} }

// public refuses the addresses that are not on the public internet. Its list is made from
// the registries of IANA.
var public = ssrf.New(ssrf.WithAnyPort(), ssrf.WithAnyNetwork())

// embedding are the prefixes of IPv6 that lead to an IPv4 address, in addition to those that
// public refuses.
var embedding = []netip.Prefix{
	netip.MustParsePrefix("::/96"),         // IPv4-compatible
	netip.MustParsePrefix("::ffff:0:0/96"), // IPv4-mapped
	netip.MustParsePrefix("64:ff9b::/96"),  // NAT64 (RFC 6052)
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("2001::/32"), // Teredo (RFC 4380)
	netip.MustParsePrefix("2002::/16"), // 6to4 (RFC 3056)
}

// allowsAddress reports whether an address is on the public internet.
func allowsAddress(ip netip.Addr) bool {
	if !ip.IsValid() || ip.Zone() != "" || public.SafeAddr(ip) != nil {
		return false
	}
	for _, p := range embedding {
		if p.Contains(ip) {
			return false
		}
	}
	return !isISATAP(ip)
}

// isISATAP reports whether an address of IPv6 has an IPv4 address as its interface
// (RFC 5214), which a router may send there.
func isISATAP(ip netip.Addr) bool {
	if !ip.Is6() {
		return false
	}
	b := ip.As16()
	return b[8]&^0x02 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

// allowsPort reports whether a port may be called: 443, or one that needs no privileges.
func allowsPort(port uint16) bool { return port == 443 || port >= 1024 }

// Allows reports whether an address may be called, as far as its text shows. What its host
// resolves to is checked for each connection.
func (p Policy) Allows(address feed.WebhookURL) bool {
	u, err := url.Parse(address.Reveal())
	if err != nil || u.User != nil || u.Hostname() == "" {
		return false
	}
	port, ok := portOf(u)
	if !ok || !allowsPort(port) {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if u.Scheme == "http" {
		return p.home && isThisMachine(host)
	}
	return u.Scheme == "https" && allowsHost(host)
}

// portOf is the port of an address; ok is false if it is none. The default port of http is
// not allowed at home either, so that an address names its port.
func portOf(u *url.URL) (port uint16, ok bool) {
	text := u.Port()
	if text == "" {
		return map[string]uint16{"https": 443, "http": 80}[u.Scheme], !strings.HasSuffix(u.Host, ":")
	}
	n, err := strconv.ParseUint(text, 10, 16)
	return uint16(n), err == nil
}

// isThisMachine reports whether a host names this machine.
func isThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// allowsHost reports whether a host is a name, or an address that may be called.
func allowsHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return allowsAddress(ip)
	}
	name := strings.TrimSuffix(host, ".")
	if !strings.Contains(name, ".") || strings.HasSuffix(name, ".localhost") || strings.ContainsAny(name, ":%[]") {
		return false
	}
	last := name[strings.LastIndexByte(name, '.')+1:]
	// else it is an address in an unusual form
	return last != "" && strings.Trim(last, "0123456789") != "" && !strings.HasPrefix(last, "0x")
}
