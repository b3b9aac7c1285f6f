package sandbox

import (
	"encoding/json"

	"github.com/descope/virtualwebauthn"
)

const passkeysPath = "/api/me/passkeys"

// authenticator is a software authenticator with one passkey of the owner.
type authenticator struct {
	party  virtualwebauthn.RelyingParty
	device virtualwebauthn.Authenticator
	key    virtualwebauthn.Credential
}

// newAuthenticator makes one for the pages of the sandbox. Its key is RSA, because the library leaves out leading zeros
// of the keys of curves.
func (s *apiClient) newAuthenticator() *authenticator {
	return &authenticator{
		party:  virtualwebauthn.RelyingParty{Name: "Stint", ID: s.sb.Deps.Config.PasskeyRPID, Origin: BaseURL},
		device: virtualwebauthn.NewAuthenticator(), key: virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeRSA),
	}
}

// answer is what the authenticator answers to the options for a new passkey.
func (s *apiClient) answer(a *authenticator) map[string]any {
	options, err := virtualwebauthn.ParseAttestationOptions(s.optionsOf(passkeysPath + "/options"))
	if s.Err == nil {
		s.Err = err
	}
	if s.Err != nil {
		return nil
	}
	a.device.Options.UserHandle = []byte(options.UserID)
	return s.credentialOf(virtualwebauthn.CreateAttestationResponse(a.party, a.device, a.key, *options))
}

func (s *apiClient) optionsOf(path string) string {
	text, err := json.Marshal(s.Post(s.sb.fixtures.owner.Token, path, nil))
	if s.Err == nil {
		s.Err = err
	}
	return string(text)
}

func (s *apiClient) credentialOf(text string) (credential map[string]any) {
	s.Err = json.Unmarshal([]byte(text), &credential)
	return credential
}

// withAnswerToOptions sends the event with an answer to options that were given.
func withAnswerToOptions(s *apiClient, v *eventValues) { v.credential = s.answer(s.newAuthenticator()) }

// addPasskey adds a passkey to the account of the owner.
func (s *apiClient) addPasskey() (a *authenticator, id string) {
	a = s.newAuthenticator()
	credential := s.answer(a)
	if s.Err != nil {
		return a, ""
	}
	return a, s.Create(s.sb.fixtures.owner.Token, passkeysPath, object{"name": "Laptop", "credential": credential})
}

func withPasskey(s *apiClient, v *eventValues) { _, v.ids["passkeys"] = s.addPasskey() }

// withPasskeySignIn sends the event with the answer of a passkey to options to sign in.
func withPasskeySignIn(s *apiClient, v *eventValues) {
	a, _ := s.addPasskey()
	options, err := virtualwebauthn.ParseAssertionOptions(s.optionsOf("/api/auth/passkey/options"))
	if s.Err == nil {
		s.Err = err
	}
	if s.Err == nil {
		a.key.Counter++
		v.credential = s.credentialOf(virtualwebauthn.CreateAssertionResponse(a.party, a.device, a.key, *options))
	}
}
