// Package settings keeps the address of the service, and the API key or the tokens, between two commands.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Settings are where the service is, and the key of the user or the access of the command as an app.
type Settings struct {
	URL string `json:"url"`
	Key string `json:"key,omitempty"`
	App *App   `json:"app,omitempty"` // nil with a key
}

// ErrNotSignedIn is the error of settings without an address or a key.
var ErrNotSignedIn = errors.New("you are not signed in: run stint login, or set STINT_URL and STINT_KEY")

// otherAddressError is ErrNotSignedIn where only the address differs from the kept one.
type otherAddressError struct{}

// Error implements error.
func (otherAddressError) Error() string {
	return "the kept sign-in belongs to another address than STINT_URL, and is not sent there: set STINT_KEY, too, or run " +
		"stint login --url ADDRESS"
}

// Is reports whether the error is ErrNotSignedIn.
func (otherAddressError) Is(target error) bool { return target == ErrNotSignedIn }

// InvalidError is the error of an address or a key that cannot be one. It says where it is and
// never quotes it.
type InvalidError struct{ Where, Want string }

// Error implements error.
func (e *InvalidError) Error() string { return e.Where + " " + e.Want }

// File is the file of the settings below the configuration folder of the user.
func File(folder string) string { return filepath.Join(folder, "stint", "config.json") }

// Load reads the settings below a configuration folder; "" is no folder. STINT_URL and STINT_KEY of
// the environment win, and with both of them the file is not read. A kept key is never sent to
// another address than the one that it was kept with.
// Errors: ErrNotSignedIn, *InvalidError, those of Kept.
func Load(folder string, getenv func(string) string) (Settings, error) {
	given := Settings{URL: getenv("STINT_URL"), Key: getenv("STINT_KEY")}
	if err := given.check("STINT_URL", "STINT_KEY"); err != nil {
		return Settings{}, err
	}
	if given.URL != "" && given.Key != "" {
		return given, nil
	}
	kept, err := Kept(folder)
	if err != nil {
		return Settings{}, err
	}
	return given.with(kept)
}

// with adds what is kept to what the environment has.
func (s Settings) with(kept Settings) (Settings, error) {
	other := s.URL != "" && trim(s.URL) != trim(kept.URL)
	switch {
	case other && kept.isSignedIn():
		return Settings{}, otherAddressError{}
	case other:
		return Settings{}, ErrNotSignedIn
	case s.Key != "":
		kept.Key, kept.App = s.Key, nil
	}
	if kept.URL == "" || !kept.isSignedIn() {
		return Settings{}, ErrNotSignedIn
	}
	return kept, nil
}

func (s Settings) isSignedIn() bool { return s.Key != "" || s.App != nil }

// Check checks what is there of an address and a key. Errors: *InvalidError.
func (s Settings) Check() error { return s.check("the address of the service", "the key") }

// check is Check that names where the address and the key are.
func (s Settings) check(address, key string) error {
	scheme := strings.ToLower(s.URL)
	if s.URL != "" && !strings.HasPrefix(scheme, "http://") && !strings.HasPrefix(scheme, "https://") {
		return &InvalidError{address, "must begin with http:// or https://"}
	}
	if strings.ContainsFunc(s.Key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return &InvalidError{key, "has a blank, a line break or another character that no API key has: copy the key again"}
	}
	return nil
}

// trim removes what makes no other address.
func trim(url string) string { return strings.ToLower(strings.TrimRight(url, "/")) }

// Kept are the settings of the file alone, empty if there is no file or no folder ("").
// Errors: *OpenError, a file that cannot be read.
func Kept(folder string) (Settings, error) {
	if folder == "" {
		return Settings{}, nil
	}
	if err := checkModes(File(folder)); errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	} else if err != nil {
		return Settings{}, err
	}
	content, err := os.ReadFile(File(folder))
	var s Settings
	if err == nil {
		err = json.Unmarshal(content, &s)
	}
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		return Settings{}, fmt.Errorf("the settings cannot be read: %w; run stint login again", err)
	}
	return s, nil
}

// Save keeps the settings, for the user alone, and returns the file. A crash leaves the old
// settings or the new ones.
func Save(folder string, s Settings) (string, error) {
	file := File(folder)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return "", err
	}
	if err := os.Chmod(filepath.Dir(file), 0o700); err != nil { // others may have been able to write there
		return "", err
	}
	content, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return "", err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "config-*.json") // with mode 0600
	if err != nil {
		return "", err
	}
	_, err = temporary.Write(append(content, '\n'))
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(temporary.Name()))
	}
	return file, nil
}
