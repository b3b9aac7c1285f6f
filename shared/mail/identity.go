package mail

import (
	netmail "net/mail"
	"strings"
)

// Identities are the identities of which a mail service must have verified one, so that
// it sends as the sender: the address, its domain, and the domains above it, the most
// specific first. The top-level domain is not among them. There are none for a sender
// that is not an address.
func Identities(sender string) []string {
	parsed, err := netmail.ParseAddress(sender)
	if err != nil {
		return nil
	}
	_, domain, _ := strings.Cut(parsed.Address, "@")
	all := []string{parsed.Address}
	for above := true; above && strings.Contains(domain, "."); _, domain, above = strings.Cut(domain, ".") {
		all = append(all, domain)
	}
	return all
}
