package settings_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/oauth2"

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

// As with the keys of ssh, settings that others can read or change are refused.
func TestOpenToOthers(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Log("the modes of Windows say nothing")
		return
	}
	kept := settings.Settings{URL: "https://a", Key: "k"}
	for _, c := range []struct{ file, folder fs.FileMode }{{0o644, 0o700}, {0o602, 0o700}, {0o660, 0o700}, {0o600, 0o777},
		{0o600, 0o720}} {
		folder := t.TempDir()
		file, err := settings.Save(folder, kept)
		if err == nil {
			err = errors.Join(os.Chmod(file, c.file), os.Chmod(filepath.Dir(file), c.folder))
		}
		if err != nil {
			t.Fatal(err)
		}
		var open *settings.OpenError
		if got, err := settings.Load(folder, env()); !errors.As(err, &open) || got != (settings.Settings{}) ||
			!strings.Contains(err.Error(), "chmod") {
			t.Errorf("%o in %o: %v, %v", c.file, c.folder, got, err)
		}
		if _, err := settings.Save(folder, kept); err != nil {
			t.Fatal(err)
		}
		if got, err := settings.Load(folder, env()); err != nil || got != kept {
			t.Errorf("saved again: %v, %v", got, err)
		}
	}
}

// Without a folder of the user, a file in the current folder is not read: it may be anybody's.
func TestCurrentFolder(t *testing.T) {
	folder := t.TempDir()
	if _, err := settings.Save(folder, settings.Settings{URL: "https://a", Key: "k"}); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	if got, err := settings.Load("", env("STINT_KEY", "l")); !errors.Is(err, settings.ErrNotSignedIn) {
		t.Error(got, err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, s := range []settings.Settings{{URL: "localhost:1"}, {URL: "ftp://a"}, {Key: "x y"}, {Key: "x\n"},
		{Key: "x\r\nX: y"}, {Key: "é"}} {
		var invalid *settings.InvalidError
		if err := s.Check(); !errors.As(err, &invalid) || s.Key != "" && strings.Contains(err.Error(), s.Key) {
			t.Errorf("%v: %v", s, err)
		}
	}
	if err := (settings.Settings{URL: "HTTPS://a", Key: "stint_x.Y-z"}).Check(); err != nil {
		t.Error(err)
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

// A command goes on with its own sign-in only: the tokens of a later one are for another service, or another workspace.
func TestALaterSignInIsNotUsed(t *testing.T) {
	t.Parallel()
	tokens := settings.Tokens{Folder: filepath.Join(t.TempDir(), "stint")}
	signIn := func(url, text string) settings.Tokens {
		if _, err := tokens.SaveApp(t.Context(), url, settings.App{}, &oauth2.Token{AccessToken: text}); err != nil {
			t.Fatal(err)
		}
		kept, err := settings.Kept(tokens.Folder)
		if err != nil {
			t.Fatal(err)
		}
		return settings.Tokens{Folder: tokens.Folder, SignIn: kept.App.SignIn}
	}
	first := signIn("https://one.example", "1")
	if token, err := first.Load(); err != nil || token.AccessToken != "1" {
		t.Fatalf("%v, %v", token, err)
	}
	second := signIn("https://two.example", "2")
	if token, err := first.Load(); !errors.Is(err, settings.ErrReplaced) {
		t.Errorf("the first command gets %v, %v", token, err)
	}
	if err := first.Renew(&oauth2.Token{AccessToken: "3"}); !errors.Is(err, settings.ErrReplaced) {
		t.Errorf("the first command keeps its tokens: %v", err)
	}
	if token, err := second.Load(); err != nil || token.AccessToken != "2" {
		t.Errorf("%v, %v", token, err)
	}
	if err := second.Forget(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Load(); !errors.Is(err, settings.ErrNotSignedIn) {
		t.Errorf("after the end: %v", err)
	}
}
