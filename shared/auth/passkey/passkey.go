// Package passkey runs the ceremonies of WebAuthn level 2, by which users add passkeys and sign in with them. It checks
// what authenticators answer, and stores nothing. Only functions/account imports it, because the library is large.
package passkey

import (
	"encoding/json"
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"stint/shared/domain"
	"stint/shared/domain/people"
)

// Ceremonies begins and finishes ceremonies of one relying party. It is safe for concurrent use.
type Ceremonies struct{ party *webauthn.WebAuthn }

// New makes the ceremonies of a relying party: a host, and the origins of the pages that may use its passkeys. Errors:
// a host that is an address, for which browsers have no passkeys.
func New(host string, origins []string) (*Ceremonies, error) {
	if err := protocol.ValidateRPID(host); err != nil {
		return nil, err
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Stint", RPOrigins: origins,
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	return &Ceremonies{party}, err
}

// Begun is a ceremony that waits for its authenticator.
type Begun struct {
	Options   []byte // for the browser, as JSON
	Challenge string
	State     []byte // to finish it
}

// BeginAdding begins to add a passkey to those of a user.
func (c *Ceremonies) BeginAdding(u people.User, has []people.Passkey) (Begun, error) {
	owner, err := ownerOf(u, has)
	if err != nil {
		return Begun{}, err
	}
	options, state, err := c.party.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()))
	if err != nil {
		return Begun{}, err
	}
	return newBegun(options.Response, state)
}

// BeginSignIn begins a sign-in of whoever has a passkey.
func (c *Ceremonies) BeginSignIn() (Begun, error) {
	options, state, err := c.party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return Begun{}, err
	}
	return newBegun(options.Response, state)
}

func newBegun(options any, state *webauthn.SessionData) (b Begun, err error) {
	b.Challenge = state.Challenge
	var failed error
	b.Options, err = json.Marshal(options)
	b.State, failed = json.Marshal(state)
	return b, errors.Join(err, failed)
}

// ErrRefused is the error of an answer that proves nothing.
var ErrRefused = errors.New("the passkey is not accepted")

// ErrCopied is the error of an answer whose counter went back: the passkey may have been copied.
var ErrCopied = errors.New("the counter of the passkey went back")

// ErrKnown is the error of a credential that the user has already.
var ErrKnown = errors.New("the passkey is known")

// Answer is what an authenticator answers.
type Answer struct {
	Challenge string    // that it answers
	UserID    domain.ID // of a sign-in: whose passkey it says it is

	added    *protocol.ParsedCredentialCreationData
	asserted *protocol.ParsedCredentialAssertionData
}

// ReadAdded reads the answer of a ceremony that adds a passkey, as JSON. Errors: ErrRefused.
func ReadAdded(credential []byte) (Answer, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return Answer{}, ErrRefused
	}
	return Answer{Challenge: parsed.Response.CollectedClientData.Challenge, added: parsed}, nil
}

// ReadSignIn reads the answer of a sign-in, as JSON. Errors: ErrRefused.
func ReadSignIn(credential []byte) (Answer, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return Answer{}, ErrRefused
	}
	user, ok := domain.ParseID(string(parsed.Response.UserHandle))
	if !ok {
		return Answer{}, ErrRefused
	}
	return Answer{Challenge: parsed.Response.CollectedClientData.Challenge, UserID: user, asserted: parsed}, nil
}

// FinishAdding checks the answer to a ceremony of BeginAdding, and returns the credential to store. Errors: ErrRefused;
// ErrKnown for one that the user has, because deleting one of two records would leave the other.
func (c *Ceremonies) FinishAdding(u people.User, has []people.Passkey, state []byte, a Answer) ([]byte, error) {
	began, err := readState(state)
	if err != nil {
		return nil, err
	}
	credential, err := c.party.CreateCredential(owner{user: u}, began, a.added)
	if err != nil {
		return nil, ErrRefused
	}
	whose, err := ownerOf(u, has)
	if err != nil {
		return nil, err
	}
	if whose.indexOf(credential.ID) >= 0 {
		return nil, ErrKnown
	}
	return json.Marshal(credential)
}

// FinishSignIn checks the answer to a ceremony of BeginSignIn. It returns the passkey that was used, with its new
// counter. Errors: ErrRefused; ErrCopied.
func (c *Ceremonies) FinishSignIn(u people.User, has []people.Passkey, state []byte, a Answer) (people.Passkey, error) {
	began, err := readState(state)
	if err != nil {
		return people.Passkey{}, err
	}
	whose, err := ownerOf(u, has)
	if err != nil {
		return people.Passkey{}, err
	}
	find := func(_, _ []byte) (webauthn.User, error) { return whose, nil }
	_, used, err := c.party.ValidatePasskeyLogin(find, began, a.asserted)
	if err != nil {
		return people.Passkey{}, ErrRefused
	}
	found := has[whose.indexOf(used.ID)]
	if used.Authenticator.CloneWarning {
		return found, ErrCopied
	}
	found.Credential, err = json.Marshal(used)
	return found, err
}

func readState(state []byte) (s webauthn.SessionData, err error) { return s, json.Unmarshal(state, &s) }

// owner is a user as the library sees them. Its passkeys have the order of their records.
type owner struct {
	user        people.User
	credentials []webauthn.Credential
}

func ownerOf(u people.User, has []people.Passkey) (owner, error) {
	o := owner{user: u, credentials: make([]webauthn.Credential, len(has))}
	for i, p := range has {
		if err := json.Unmarshal(p.Credential, &o.credentials[i]); err != nil {
			return o, err
		}
	}
	return o, nil
}

// indexOf is the index of a credential that the owner has.
func (o owner) indexOf(credential []byte) int {
	for i, c := range o.credentials {
		if string(c.ID) == string(credential) {
			return i
		}
	}
	return -1
}

// WebAuthnID implements webauthn.User.
func (o owner) WebAuthnID() []byte { return []byte(o.user.ID) }

// WebAuthnName implements webauthn.User.
func (o owner) WebAuthnName() string { return string(o.user.Email) }

// WebAuthnDisplayName implements webauthn.User.
func (o owner) WebAuthnDisplayName() string { return string(o.user.DisplayName) }

// WebAuthnCredentials implements webauthn.User.
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }
