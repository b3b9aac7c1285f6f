package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"stint/scripts/stint/internal/settings"
)

func env(values ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(values); i += 2 {
			if values[i] == name {
				return values[i+1]
			}
		}
		return ""
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := settings.Load(folder, env()); !errors.Is(err, settings.ErrNotSignedIn) {
		t.Error(err)
	}
	kept := settings.Settings{URL: "https://a", Key: "k"}
	if _, err := settings.Save(folder, kept); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env  func(string) string
		want settings.Settings
	}{
		"the file":         {env(), kept},
		"the same address": {env("STINT_URL", "https://A/"), kept},
		"another key":      {env("STINT_KEY", "l"), settings.Settings{URL: "https://a", Key: "l"}},
		"the environment":  {env("STINT_URL", "https://b", "STINT_KEY", "l"), settings.Settings{URL: "https://b", Key: "l"}},
		"another address":  {env("STINT_URL", "https://b"), settings.Settings{}}, // it must not get the key
	} {
		got, err := settings.Load(folder, c.env)
		if got != c.want || (err != nil) != (c.want == settings.Settings{}) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// The key is for the user alone, also where an older file was open to others.
func TestMode(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := settings.File(folder)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Save(folder, settings.Settings{URL: "https://a", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if files, err := os.ReadDir(filepath.Dir(file)); err != nil || len(files) != 1 {
		t.Error(files, err)
	}
}

func TestDamagedFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file, err := settings.Save(folder, settings.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := settings.Load(folder, env()); err == nil || errors.Is(err, settings.ErrNotSignedIn) {
		t.Error(err)
	}
}
