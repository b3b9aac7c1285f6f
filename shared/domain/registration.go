package domain

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// RegistrationPolicy says who may have an account without an invitation. The zero value
// admits everybody.
type RegistrationPolicy struct {
	InvitedOnly bool     // nobody
	Domains     []string // only addresses of these mail domains, in lower case; none is all
}

// Admits reports whether the holder of an address may have an account without an
// invitation. Subdomains are other domains.
func (p RegistrationPolicy) Admits(e Email) bool {
	if p.InvitedOnly {
		return false
	}
	of := string(e[strings.LastIndexByte(string(e), '@')+1:])
	return len(p.Domains) == 0 || slices.ContainsFunc(p.Domains, func(d string) bool { return norm.NFC.String(d) == of })
}

// Admission says on which condition an account is made.
type Admission int

// The admissions.
const (
	// Admitted: on no condition.
	Admitted Admission = iota
	// AdmittedAsFirst: only as the first account of the instance.
	AdmittedAsFirst
)
