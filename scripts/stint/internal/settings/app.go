package settings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/gofrs/flock"
	"github.com/zalando/go-keyring"
	"golang.org/x/oauth2"
)

// App is the access that the user gave to the command as an app: where its tokens are renewed and revoked, and where
// they are kept.
type App struct {
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

// service is the name of the command in a keyring. The user there is the file of the settings, so that each folder has
// tokens of its own.
const service = "stint"

// Tokens keeps the tokens of the settings below a folder: in a keyring, or in the file where there is none.
type Tokens struct {
	Folder  string
	Keyring Keyring // nil where there is none
}

// SaveApp keeps the address of a service with new tokens and returns where they are.
func (t Tokens) SaveApp(url string, app App, token *oauth2.Token) (where string, err error) {
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
	return t.Keyring.Set(service, File(t.Folder), string(content))
}

// Load reads the tokens of settings. Errors: ErrNotSignedIn, a keyring that does not answer.
func (t Tokens) Load() (*oauth2.Token, error) {
	kept, err := Kept(t.Folder)
	switch {
	case err != nil:
		return nil, err
	case kept.App == nil || !kept.App.InKeyring && kept.App.Token == nil:
		return nil, ErrNotSignedIn
	case !kept.App.InKeyring:
		return kept.App.Token, nil
	case t.Keyring == nil:
		return nil, errors.New("there is no keyring here, and it has the tokens: run stint login again")
	}
	content, err := t.Keyring.Get(service, File(t.Folder))
	var token oauth2.Token
	if err == nil {
		err = json.Unmarshal([]byte(content), &token)
	}
	if err != nil {
		return nil, fmt.Errorf("the keyring does not give the tokens: %w; unlock it, or run stint login again", err)
	}
	return &token, nil
}

// Renew keeps the next tokens where the last ones are.
func (t Tokens) Renew(token *oauth2.Token) error {
	kept, err := Kept(t.Folder)
	switch {
	case err != nil:
		return err
	case kept.App == nil:
		return ErrNotSignedIn
	case kept.App.InKeyring:
		return t.keep(token)
	}
	kept.App.Token = token
	_, err = Save(t.Folder, kept)
	return err
}

// Forget removes all settings. What is not there is forgotten already.
func (t Tokens) Forget() error {
	if t.Keyring != nil {
		_ = t.Keyring.Delete(service, File(t.Folder)) // it may have none
	}
	if err := os.Remove(File(t.Folder)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// lockPause is how long a command waits before it looks at the lock of another one again.
const lockPause = 20 * time.Millisecond

// Lock waits until no other command renews the tokens. Errors: that of the context, a folder that cannot be written.
func (t Tokens) Lock(ctx context.Context) (unlock func(), err error) {
	lock := flock.New(File(t.Folder)+".lock", flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return nil, fmt.Errorf("the tokens cannot be renewed: %w", err)
	}
	return func() { _ = lock.Unlock() }, nil
}
