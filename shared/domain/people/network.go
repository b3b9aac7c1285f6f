package people

import (
	"net/netip"
	"slices"

	"stint/shared/problem"
)

// Network is a block of addresses of IPv4 or IPv6, in the form of CIDR, such as 192.0.2.0/24.
type Network string

// ParseText reads a network sent by a caller, in its canonical form: no bit is set behind the prefix, and a block of
// IPv4 is not written as one of IPv6. Errors: network_invalid.
func (n *Network) ParseText(text string) problem.FieldCode {
	prefix, err := netip.ParsePrefix(text)
	if err != nil || prefix.Masked() != prefix || prefix.Addr().Is4In6() {
		return problem.NetworkInvalid
	}
	*n = Network(prefix.String())
	return ""
}

// Contains reports whether an address is in the network.
func (n Network) Contains(a netip.Addr) bool {
	prefix, err := netip.ParsePrefix(string(n))
	return err == nil && prefix.Contains(a.Unmap().WithZone(""))
}

// Allows reports whether members may come from an address: from any, if the workspace names no networks.
func (w Workspace) Allows(a netip.Addr) bool {
	return w.AllowedNetworks == nil || slices.ContainsFunc(w.AllowedNetworks,
		func(n Network) bool { return n.Contains(a) })
}
