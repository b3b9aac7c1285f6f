package apitest

import (
	"encoding/json"

	"github.com/descope/virtualwebauthn"
)

// Passkey is a software authenticator with one passkey. Its user is verified unless Authenticator says otherwise.
type Passkey struct {
	service       *Service
	Party         virtualwebauthn.RelyingParty
	Authenticator virtualwebauthn.Authenticator
	Credential    virtualwebauthn.Credential
}

// NewPasskey makes an authenticator for pages of the service.
func NewPasskey(s *Service) *Passkey {
	return &Passkey{service: s, Party: virtualwebauthn.RelyingParty{Name: "Stint", ID: "localhost", Origin: BaseURL},
		Authenticator: virtualwebauthn.NewAuthenticator(),
		Credential:    newCredential()}
}

// newCredential makes a credential whose public key has its full length. The library leaves out leading zeros of its
// coordinates, which WebAuthn does not accept.
func newCredential() virtualwebauthn.Credential {
	const length = 77 // of the key in COSE, with two coordinates of 32 bytes
	for {
		c := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
		if len(c.Key.AttestationData()) == length {
			return c
		}
	}
}

// Answer is the body that adds the passkey to an account, for the options that the account was given.
func (p *Passkey) Answer(name string, options *Answer) map[string]any {
	p.service.t.Helper()
	options.OK()
	parsed, err := virtualwebauthn.ParseAttestationOptions(string(options.Body))
	if err != nil {
		p.service.t.Fatal(err)
	}
	p.Authenticator.Options.UserHandle = []byte(parsed.UserID)
	return map[string]any{"name": name, "credential": p.decode(virtualwebauthn.CreateAttestationResponse(p.Party,
		p.Authenticator, p.Credential, *parsed))}
}

// AddTo adds the passkey to the account of a user.
func (p *Passkey) AddTo(u *User, name string) *Answer {
	p.service.t.Helper()
	return u.Post("/api/me/passkeys", p.Answer(name, u.Post("/api/me/passkeys/options", nil)))
}

// Assert is the body that signs in with the passkey, for new options. It raises the counter.
func (p *Passkey) Assert() map[string]any {
	p.service.t.Helper()
	options := p.service.Send(Request{Method: "POST", Path: "/api/auth/passkey/options"})
	options.OK()
	parsed, err := virtualwebauthn.ParseAssertionOptions(string(options.Body))
	if err != nil {
		p.service.t.Fatal(err)
	}
	p.Credential.Counter++
	return map[string]any{"credential": p.decode(virtualwebauthn.CreateAssertionResponse(p.Party, p.Authenticator,
		p.Credential, *parsed))}
}

// SignIn signs in with the passkey.
func (p *Passkey) SignIn() *Answer {
	p.service.t.Helper()
	return p.service.Send(Request{Method: "POST", Path: "/api/auth/passkey", Body: p.Assert()})
}

func (p *Passkey) decode(text string) (credential map[string]any) {
	if err := json.Unmarshal([]byte(text), &credential); err != nil {
		p.service.t.Fatal(err)
	}
	return credential
}
