package pages

import (
	"testing"

	"stint/shared/locale"
)

// The English text that is translated is the one that contents have.
func TestAttestationIsThatOfTheContent(t *testing.T) {
	t.Parallel()
	p := readerFrom("")
	c := newDetails(t, 1, "Icons").Content
	got := p.Text("approval.attestation", "person", string(c.PersonName), "from", p.in("").Date(c.PeriodStart), "to",
		p.in("").Date(c.PeriodEnd))
	if p.Language != locale.English || got != c.Attestation {
		t.Errorf("%q\nwant %q", got, c.Attestation)
	}
}
