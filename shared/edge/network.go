package edge

import "net/netip"

// Network is the part of the client's address that one party usually controls: all of
// an IPv4 address, the /64 of an IPv6 address.
func (i *RequestInfo) Network() string {
	addr, err := netip.ParseAddr(i.ClientAddress)
	if err != nil || addr.Is4() || addr.Is4In6() {
		return i.ClientAddress
	}
	prefix, _ := addr.WithZone("").Prefix(64)
	return prefix.String()
}
