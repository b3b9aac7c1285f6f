package signing

import (
	"embed"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
)

// catalogue has what a client declares by signing, in every language.
var catalogue = locale.NewCatalogue(textFiles)

//go:embed texts
var textFiles embed.FS

// Attestation is what a client declares in one language.
//
//openapi:schema TimesheetAttestation
type Attestation struct {
	Text domain.Text `json:"text"` // The sentence that the client agrees to with the signature.
	// hex digest of the content with this text as its attestation, and with its language, in the form of RFC 8785
	ContentSHA256 string `json:"content_sha256"`
}

// Attestations are what a client can declare: one of them is signed.
//
//openapi:schema TimesheetAttestations
type Attestations struct {
	English Attestation `json:"en"` // in English
	German  Attestation `json:"de"` // in German
	French  Attestation `json:"fr"` // in French
	Spanish Attestation `json:"es"` // in Spanish
}

// AttestationTexts are the declarations about the time of a person in a period, by language. A link keeps those of the
// moment when it was made.
func AttestationTexts(person domain.Name, from, to domain.Date) map[domain.Language]domain.Text {
	if from == to {
		return textsOf("attestation.day", person, from, to)
	}
	return textsOf("attestation.text", person, from, to)
}

// textsOf are a declaration in all languages.
func textsOf(key string, person domain.Name, from, to domain.Date) map[domain.Language]domain.Text {
	all := map[domain.Language]domain.Text{}
	for _, l := range locale.Languages() {
		f := locale.NewFormatter(l, time.UTC)
		all[domain.Language(l)] = domain.Text(catalogue.In(l).Text(key, "person", string(person),
			"from", f.Date(from), "to", f.Date(to)))
	}
	return all
}

// attestationText is the declaration of a link in a language. Links that were stored without get that of today; the
// English one is part of their content.
func attestationText(link timesheets.ClientLink, c Content, l locale.Language) domain.Text {
	if text, ok := link.Attestations[domain.Language(l)]; ok {
		return text
	}
	if l == locale.English {
		return domain.Text(c.Attestation)
	}
	return textsOf("attestation.text", c.PersonName, c.PeriodStart, c.PeriodEnd)[domain.Language(l)]
}

// in is the content with one declaration: what is signed.
func (c Content) in(l domain.Language, text domain.Text) CanonicalContent {
	c.Language, c.Attestation = l, string(text)
	return CanonicalContent{Content: c, raw: c.Canonical()}
}

// AttestationOf is the declaration of a link in a language, with the digest of what is signed then. The content is
// that of the link, in any language.
func AttestationOf(link timesheets.ClientLink, c Content, l locale.Language) Attestation {
	text := attestationText(link, c, l)
	return Attestation{Text: text, ContentSHA256: domain.Digest(c.in(domain.Language(l), text).raw)}
}

// AttestationsOf are the declarations of a link in all languages.
func AttestationsOf(link timesheets.ClientLink, c Content) Attestations {
	return Attestations{
		English: AttestationOf(link, c, locale.English), German: AttestationOf(link, c, locale.German),
		French: AttestationOf(link, c, locale.French), Spanish: AttestationOf(link, c, locale.Spanish),
	}
}

// Signed is the content of a link as it was signed: with the declaration of the signature. A content without a
// signature, or with one from before it had a language, is as it was stored.
func Signed(link timesheets.ClientLink, c CanonicalContent) CanonicalContent {
	if link.Signature == nil || link.Signature.Language == "" {
		return c
	}
	return c.Content.in(link.Signature.Language, link.Signature.Attestation)
}
