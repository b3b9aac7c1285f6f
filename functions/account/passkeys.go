package account

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"stint/shared/auth/passkey"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store/peopledb"
)

// newCeremonies are the ceremonies of passkeys; nil where the host of the service is an address, for which browsers
// have none.
func newCeremonies(c config.Config) *passkey.Ceremonies {
	ceremonies, err := passkey.New(c.PasskeyRPID, append([]string{c.Origin()}, c.AllowedOrigins...))
	if err != nil {
		return nil
	}
	return ceremonies
}

// requirePasskeys finds the ceremonies of passkeys. Errors: not_found where there are none.
func (f *Family) requirePasskeys(context.Context, *route.Request) (*passkey.Ceremonies, error) {
	if f.passkeys == nil {
		return nil, problem.NotFound()
	}
	return f.passkeys, nil
}

// passkeyOptions are the options for the browser: those of navigator.credentials.create or get.
//
//openapi:schema PasskeyOptions
type passkeyOptions struct {
	// The options for the browser in their JSON form. The challenge works once, for five minutes.
	PublicKey jsontext.Value `json:"publicKey"`
}

// passkeyAnswer is one of the caller's passkeys.
//
//openapi:schema Passkey
type passkeyAnswer struct {
	ID         domain.ID       `json:"id"`
	Name       domain.Name     `json:"name"`
	CreatedAt  domain.Instant  `json:"created_at"`
	LastUsedAt *domain.Instant `json:"last_used_at"` // null before the first sign-in with it
}

func toPasskey(p people.Passkey) passkeyAnswer {
	return passkeyAnswer{ID: p.ID, Name: p.Name, CreatedAt: p.CreatedAt, LastUsedAt: p.LastUsedAt}
}

func (f *Family) optionsPasskey(ctx context.Context, c *route.Call[route.NoInput],
	ceremonies *passkey.Ceremonies) (passkeyOptions, error) {
	has, err := f.store.Passkeys(ctx, c.User.ID)
	if err != nil {
		return passkeyOptions{}, err
	}
	if len(has) >= people.MaxPasskeys {
		return passkeyOptions{}, peopledb.ErrTooManyPasskeys
	}
	begun, err := ceremonies.BeginAdding(c.User, has)
	return f.begin(ctx, c.Now, c.User.ID, begun, err)
}

// begin keeps a ceremony and shows its options.
func (f *Family) begin(ctx context.Context, now domain.Instant, u domain.ID, begun passkey.Begun,
	err error) (passkeyOptions, error) {
	if err != nil {
		return passkeyOptions{}, err
	}
	err = f.store.BeginPasskeyCeremony(ctx, people.NewPasskeyCeremony(begun.Challenge, u, begun.State, now))
	return passkeyOptions{PublicKey: begun.Options}, err
}

// addedCredential is what navigator.credentials.create answers, in its JSON form.
type addedCredential struct {
	ID    string `json:"id" maxLength:"1400"`    // The id of the credential, in base64url.
	RawID string `json:"rawId" maxLength:"1400"` // The same as id.
	Type  string `json:"type" maxLength:"20"`    // "public-key"

	Response addedResponse `json:"response"` // What the authenticator answered.
}

// addedResponse is what an authenticator answered, each part in base64url.
type addedResponse struct {
	ClientDataJSON    string `json:"clientDataJSON" maxLength:"4000"`     // What the browser adds: challenge and origin.
	AttestationObject string `json:"attestationObject" maxLength:"16000"` // The new public key.
}

type addPasskeyInput struct {
	Body struct {
		Name domain.Name `json:"name" minLength:"1" maxLength:"100"` // by which its owner recognises it
		// What navigator.credentials.create answers, in its JSON form.
		Credential addedCredential `json:"credential"`
	}
}

func (f *Family) addPasskey(ctx context.Context, c *route.Call[addPasskeyInput],
	ceremonies *passkey.Ceremonies) (passkeyAnswer, error) {
	if err := f.checkFactorProof(ctx, c.Caller); err != nil {
		return passkeyAnswer{}, err
	}
	in, err := c.ReadValid()
	if err != nil {
		return passkeyAnswer{}, err
	}
	answer, err := passkey.ReadAdded(encode(in.Body.Credential))
	if err != nil {
		return passkeyAnswer{}, errPasskeyRefused
	}
	x, ok, err := f.store.PasskeyCeremony(ctx, answer.Challenge, c.User.ID)
	if err != nil || !ok {
		return passkeyAnswer{}, errors.Join(err, errPasskeyRefused)
	}
	has, err := f.store.Passkeys(ctx, c.User.ID) // a concurrent one changes the user who was read before
	if err != nil {
		return passkeyAnswer{}, err
	}
	credential, err := ceremonies.FinishAdding(c.User, has, x.State, answer)
	if errors.Is(err, passkey.ErrKnown) {
		return passkeyAnswer{}, problem.InvalidField("credential", problem.DuplicateValue)
	}
	if err != nil {
		return passkeyAnswer{}, errPasskeyRefused
	}
	p := people.Passkey{ID: domain.NewID(), UserID: c.User.ID, Name: in.Body.Name, Credential: credential,
		CreatedAt: c.Now, Version: 1}
	return toPasskey(p), f.store.AddPasskey(ctx, c.User, p, x)
}

// errPasskeyRefused refuses what an authenticator answered.
var errPasskeyRefused = problem.InvalidField("credential", problem.TokenInvalid)

// encode is a credential as JSON.
func encode(credential any) []byte {
	text, _ := json.Marshal(credential) // texts alone: it cannot fail
	return text
}

func (f *Family) listPasskeys(ctx context.Context, c *route.Call[route.NoInput]) (route.List[passkeyAnswer], error) {
	all, err := f.store.Passkeys(ctx, c.User.ID)
	list := route.List[passkeyAnswer]{Items: []passkeyAnswer{}}
	for _, p := range all {
		list.Items = append(list.Items, toPasskey(p))
	}
	return list, err
}

// loadPasskey finds the caller's passkey that the path names. Errors: not_found.
func (f *Family) loadPasskey(ctx context.Context, r *route.Request) (people.Passkey, error) {
	return f.store.Passkey(ctx, r.User.ID, r.ID("id"))
}

type renamePasskeyInput struct {
	Body struct {
		Name domain.Name `json:"name" minLength:"1" maxLength:"100"` // by which its owner recognises it
	}
}

func (f *Family) renamePasskey(ctx context.Context, _ *route.Request, in renamePasskeyInput,
	p people.Passkey) (passkeyAnswer, error) {
	p.Name = in.Body.Name
	return toPasskey(p), f.store.RenamePasskey(ctx, p)
}

func (f *Family) removePasskey(ctx context.Context, c *route.Call[route.NoInput],
	p people.Passkey) (route.Deleted, error) {
	if err := f.checkFactorProof(ctx, c.Caller); err != nil {
		return route.Deleted{}, err
	}
	left := c.User
	left.Passkeys--
	if !left.CanSignIn() {
		return route.Deleted{}, errLastSignInMethod
	}
	return route.NewDeleted(p.ID), f.store.DeletePasskey(ctx, c.User, p)
}
