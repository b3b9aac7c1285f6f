package domain

import "net/netip"

// The parts of an address that name its network.
const (
	networkBits4 = 24 // of IPv4
	networkBits6 = 64 // of IPv6
)

// NetworkOf is the network of a client's address, such as 192.0.2.0/24 or
// 2001:db8::/64. It tells users where a session is without keeping a whole address; ""
// for a text that is no address. It is coarser than the client network that limits count
// by, which edge.RequestInfo.Network is.
func NetworkOf(address string) string {
	at, err := netip.ParseAddr(address)
	if err != nil {
		return ""
	}
	at, bits := at.Unmap().WithZone(""), networkBits4
	if at.Is6() {
		bits = networkBits6
	}
	network, _ := at.Prefix(bits)
	return network.String()
}
