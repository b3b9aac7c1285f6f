package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// module writes files into a folder.
func module(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestSelection(t *testing.T) {
	t.Parallel()
	root := module(t, map[string]string{
		"shared/lock/lock.go":           "package lock\n\nvar mu sync.Mutex\n",
		"shared/lock/lock_test.go":      "package lock\n\nfunc TestLock(t *testing.T) {}\nfunc FuzzLock(f *testing.F) {}\n",
		"shared/once/once.go":           "package once\n\nvar o sync.Once\n",
		"shared/once/once_test.go":      "package once\n\nfunc TestOnce(t *testing.T) {}\n",
		"functions/calm/calm_test.go":   "package calm\n\nfunc TestCalm(t *testing.T) { var n atomic.Int64 }\n",
		"functions/mixed/mixed_test.go": "package mixed\n\nfunc TestRace(t *testing.T) { helper(t) }\nfunc helper(t *testing.T) { testkit.Race(t, 2, nil) }\nfunc TestOther(t *testing.T) {}\n",
		"scripts/same/same_test.go":     "package same\n\nfunc TestRace(t *testing.T) {}\n",
		"node_modules/x/x_test.go":      "package x\n\nfunc TestX(t *testing.T) { go f() }\n",
	})
	for _, o := range []struct {
		onDatabase bool
		want       selection
	}{
		{false, selection{
			names:    []string{"FuzzLock", "TestLock", "TestRace"},
			packages: []string{"./functions/mixed", "./scripts/same", "./shared/lock"},
			whole:    []string{"./scripts/same", "./shared/lock"},
		}},
		{true, selection{names: []string{"TestRace"}, packages: []string{"./functions/mixed"}}},
	} {
		if got, err := selectTests(root, o.onDatabase); err != nil || !reflect.DeepEqual(got, o.want) {
			t.Errorf("database %t: %+v, %v\nwant %+v", o.onDatabase, got, err, o.want)
		}
	}
}
