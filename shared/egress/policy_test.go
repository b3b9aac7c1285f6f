package egress

import (
	"net/netip"
	"testing"

	"stint/shared/domain/feed"
)

// Every range that is not on the public internet is refused, and every form of IPv6 that
// leads to an IPv4 address.
func TestRefusedRanges(t *testing.T) {
	t.Parallel()
	for address, what := range map[string]string{
		"0.0.0.0": "unspecified", "0.1.2.3": "this network", "10.0.0.1": "private", "10.255.255.255": "private",
		"172.16.0.1": "private", "172.31.255.255": "private", "192.168.1.1": "private", "127.0.0.1": "loopback",
		"127.255.0.1": "loopback", "169.254.169.254": "metadata", "169.254.170.2": "metadata of containers",
		"169.254.0.1": "link-local", "100.64.0.1": "CGNAT", "100.127.255.255": "CGNAT", "100.100.100.200": "metadata",
		"192.0.0.192": "metadata", "192.0.0.1": "IETF", "192.0.2.1": "documentation", "198.51.100.1": "documentation",
		"203.0.113.1": "documentation", "198.18.0.1": "benchmarking", "198.19.255.255": "benchmarking",
		"192.88.99.1": "6to4 relays", "224.0.0.1": "multicast", "239.255.255.255": "multicast", "240.0.0.1": "reserved",
		"255.255.255.255": "broadcast", "::": "unspecified", "::1": "loopback", "fe80::1": "link-local",
		"febf::1": "link-local", "fec0::1": "site-local", "fc00::1": "ULA", "fd00:ec2::254": "metadata",
		"ff02::1": "multicast", "2001:db8::1": "documentation", "3fff::1": "documentation", "100::1": "discard",
		"2001:2::1": "benchmarking", "2001:10::1": "ORCHID", "::ffff:127.0.0.1": "IPv4-mapped",
		"::ffff:93.184.216.34": "IPv4-mapped", "::93.184.216.34": "IPv4-compatible", "64:ff9b::7f00:1": "NAT64",
		"64:ff9b::5db8:d822": "NAT64", "64:ff9b:1::a00:1": "NAT64", "2002:7f00:1::1": "6to4", "2002:5db8:d822::1": "6to4",
		"2001:0:53aa:64c::1":           "Teredo",
		"2606:2800:220:1:0:5efe:a00:1": "ISATAP",
		"fe80::1%eth0":                 "a zone",
	} {
		if allowsAddress(netip.MustParseAddr(address)) {
			t.Errorf("%s is allowed, although it is %s", address, what)
		}
	}
	for _, address := range []string{"93.184.216.34", "1.1.1.1", "172.32.0.1", "172.15.0.1", "100.63.0.1", "100.128.0.1",
		"198.17.0.1", "198.20.0.1", "223.255.255.255", "11.0.0.1", "2606:4700::1111", "2a00:1450:4001::1"} {
		if !allowsAddress(netip.MustParseAddr(address)) {
			t.Errorf("%s is refused", address)
		}
	}
}

func TestAllowedTargets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ cloud, home bool }{
		"https://hooks.example.com/in?k=1":        {true, true},
		"https://hooks.example.com:443/":          {true, true},
		"https://hooks.example.com:8443/":         {true, true},
		"https://hooks.example.com:1024/":         {true, true},
		"https://hooks.example.com:65535/":        {true, true},
		"https://93.184.216.34/":                  {true, true},
		"https://[2606:4700::1111]/":              {true, true},
		"http://localhost:8099/in":                {false, true},
		"http://LOCALHOST:8099/in":                {false, true},
		"http://127.0.0.1:8099/":                  {false, true},
		"http://[::1]:8099/":                      {false, true},
		"http://localhost/":                       {}, // port 80
		"http://localhost:22/":                    {},
		"http://10.0.0.1:8099/":                   {},
		"http://hooks.example.com:8080/":          {},
		"http://localhost.example.com:8080/":      {},
		"https://localhost:8443/":                 {},
		"https://hooks.localhost/":                {},
		"https://hooks.localhost./":               {},
		"https://metadata/":                       {},
		"https://hooks.example.com:80/":           {},
		"https://hooks.example.com:22/":           {},
		"https://hooks.example.com:1023/":         {},
		"https://hooks.example.com:0/":            {},
		"https://hooks.example.com:65536/":        {},
		"https://hooks.example.com:/":             {},
		"https://ada@hooks.example.com/":          {},
		"https://ada:secret@hooks.example.com/":   {},
		"https://169.254.169.254/latest":          {},
		"https://169.254.169.254./":               {},
		"https://127.1/":                          {},
		"https://2130706433/":                     {},
		"https://0x7f.0.0.0x1/":                   {},
		"https://017700000001/":                   {},
		"https://[::ffff:127.0.0.1]/":             {},
		"https://[fe80::1%25eth0]/":               {},
		"https://[::]/":                           {},
		"ftp://hooks.example.com/":                {},
		"https:///in":                             {},
		"//hooks.example.com/":                    {},
		"https://hooks.example.com/#part":         {true, true}, // feed.WebhookURL refuses it
		"https://[64:ff9b::a00:1]/":               {},
		"https://[2002:a00:1::]:8443/":            {},
		"gopher://hooks.example.com:8443/_x":      {},
		"https://1.1.1.1.:8443/":                  {},
		"https://hooks.example.com:443@10.0.0.1/": {},
	} {
		u := feed.WebhookURL(text)
		if got := NewPolicy(false).Allows(u); got != want.cloud {
			t.Errorf("%s in the cloud: %v", text, got)
		}
		if got := NewPolicy(true).Allows(u); got != want.home {
			t.Errorf("%s at home: %v", text, got)
		}
	}
}
