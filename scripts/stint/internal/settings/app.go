package settings

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	"github.com/zalando/go-keyring"
	"golang.org/x/oauth2"
)

// App is the access that the user gave to the command as an app: where its tokens are renewed and revoked, and where
// they are kept.
type App struct {
	SignIn    string        `json:"sign_in"` // another one for each sign-in
	TokenURL  string        `json:"token_url"`
	RevokeURL string        `json:"revoke_url"`
	InKeyring bool          `json:"in_keyring"`
	Token     *oauth2.Token `json:"token,omitempty"` // nil where the tokens are in the keyring
}

// Keyring keeps secrets of users, as the operating system does.
type Keyring interface {
	Get(service, user string) (string, error)
	Set(service, user, secret string) error
	Delete(service, user string) error
}

// SystemKeyring is that of the operating system.
type SystemKeyring struct{}

// Get implements Keyring.
func (SystemKeyring) Get(service, user string) (string, error) { return keyring.Get(service, user) }

// Set implements Keyring.
func (SystemKeyring) Set(service, user, secret string) error {
	return keyring.Set(service, user, secret)
}

// Delete implements Keyring.
func (SystemKeyring) Delete(service, user string) error { return keyring.Delete(service, user) }

// service is the name of the command in a keyring. The user there is the file of the settings with the sign-in, so
// that each folder and each sign-in has tokens of its own.
const service = "stint"

// ErrReplaced is the error of a command whose sign-in is not the kept one any more. The tokens of another sign-in may
// be for another service, or another workspace.
var ErrReplaced = errors.New("another sign-in took the place of the one with which this command began: start it again")

// Tokens keeps the tokens of the settings below a folder: in a keyring, or in the file where there is none.
type Tokens struct {
	Folder  string
	SignIn  string  // of whose tokens Load and Renew are
	Keyring Keyring // nil where there is none
}

// SaveApp keeps the address of a service with the tokens of a new sign-in and returns where they are. Errors: those of
// Lock, a file that cannot be written.
func (t Tokens) SaveApp(ctx context.Context, url string, app App, token *oauth2.Token) (where string, err error) {
	if err := os.MkdirAll(filepath.Dir(File(t.Folder)), 0o700); err != nil {
		return "", err
	}
	unlock, err := t.Lock(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	app.SignIn = rand.Text()
	t.SignIn = app.SignIn
	app.InKeyring, app.Token = t.Keyring != nil && t.keep(token) == nil, nil
	if !app.InKeyring {
		app.Token = token
	}
	file, err := Save(t.Folder, Settings{URL: url, App: &app})
	if app.InKeyring {
		return "the keyring of the system", err
	}
	return file, err
}

func (t Tokens) keep(token *oauth2.Token) error {
	content, err := json.Marshal(token)
	if err != nil {
		return err
	}
	return t.Keyring.Set(service, t.keyringUser(), string(content))
}

func (t Tokens) keyringUser() string { return File(t.Folder) + "#" + t.SignIn }

// kept are the settings, as long as they are those of the sign-in. Errors: ErrNotSignedIn, ErrReplaced.
func (t Tokens) kept() (Settings, error) {
	kept, err := Kept(t.Folder)
	switch {
	case err != nil:
		return kept, err
	case kept.App == nil || !kept.App.InKeyring && kept.App.Token == nil:
		return kept, ErrNotSignedIn
	case kept.App.SignIn != t.SignIn:
		return kept, ErrReplaced
	}
	return kept, nil
}

// Load reads the tokens of the sign-in. Errors: ErrNotSignedIn, ErrReplaced, a keyring that does not answer.
func (t Tokens) Load() (*oauth2.Token, error) {
	kept, err := t.kept()
	switch {
	case err != nil:
		return nil, err
	case !kept.App.InKeyring:
		return kept.App.Token, nil
	case t.Keyring == nil:
		return nil, errors.New("there is no keyring here, and it has the tokens: run stint login again")
	}
	content, err := t.Keyring.Get(service, t.keyringUser())
	var token oauth2.Token
	if err == nil {
		err = json.Unmarshal([]byte(content), &token)
	}
	if err != nil {
		return nil, fmt.Errorf("the keyring does not give the tokens: %w; unlock it, or run stint login again", err)
	}
	return &token, nil
}

// Renew keeps the next tokens of the sign-in where the last ones are. Errors: ErrNotSignedIn, ErrReplaced.
func (t Tokens) Renew(token *oauth2.Token) error {
	kept, err := t.kept()
	switch {
	case err != nil:
		return err
	case kept.App.InKeyring:
		return t.keep(token)
	}
	kept.App.Token = token
	_, err = Save(t.Folder, kept)
	return err
}

// Forget removes all settings. What is not there is forgotten already. Errors: those of Lock, a file that cannot be
// removed.
func (t Tokens) Forget(ctx context.Context) error {
	unlock, err := t.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if kept, err := Kept(t.Folder); err == nil && kept.App != nil && t.Keyring != nil {
		t.SignIn = kept.App.SignIn
		_ = t.Keyring.Delete(service, t.keyringUser()) // it may have none
	}
	if err := os.Remove(File(t.Folder)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lockPause is how long a command waits before it looks at the lock of another one again.
const lockPause = 20 * time.Millisecond

// Lock waits until no other command changes the tokens. Errors: that of the context, a folder that cannot be written.
func (t Tokens) Lock(ctx context.Context) (unlock func(), err error) {
	lock := flock.New(File(t.Folder)+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return nil, fmt.Errorf("the tokens cannot be changed: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}
