// Package settings keeps the address of the service and the API key between two commands.
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

// Settings are where the service is, and the key of the user.
type Settings struct {
	URL string `json:"url"`
	Key string `json:"key"`
}

// ErrNotSignedIn is the error of settings without an address or a key.
var ErrNotSignedIn = errors.New("you are not signed in: run stint login, or set STINT_URL and STINT_KEY")

// File is the file of the settings below the configuration folder of the user.
func File(folder string) string { return filepath.Join(folder, "stint", "config.json") }

// Load reads the settings below a configuration folder. STINT_URL and STINT_KEY of the environment
// win. A kept key is never sent to another address than the one that it was kept with.
// Errors: ErrNotSignedIn, a file that cannot be read.
func Load(folder string, getenv func(string) string) (Settings, error) {
	kept, err := Kept(folder)
	if err != nil {
		return Settings{}, err
	}
	s := kept
	if url := getenv("STINT_URL"); url != "" && trim(url) != trim(kept.URL) {
		s = Settings{URL: url}
	}
	if key := getenv("STINT_KEY"); key != "" {
		s.Key = key
	}
	if s.URL == "" || s.Key == "" {
		return Settings{}, ErrNotSignedIn
	}
	return s, nil
}

// trim removes what makes no other address.
func trim(url string) string { return strings.ToLower(strings.TrimRight(url, "/")) }

// Kept are the settings of the file alone, empty if there is none.
// Errors: a file that cannot be read.
func Kept(folder string) (Settings, error) {
	content, err := os.ReadFile(File(folder))
	if errors.Is(err, fs.ErrNotExist) {
		return Settings{}, nil
	}
	var s Settings
	if err == nil {
		err = json.Unmarshal(content, &s)
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
