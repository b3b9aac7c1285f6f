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
		"shared/lock/lock.go":      "package lock\n\nvar mu sync.Mutex\n",
		"shared/lock/lock_test.go": "package lock\n\nfunc TestLock(t *testing.T) {}\nfunc FuzzLock(f *testing.F) {}\n",
		"shared/group/group.go": "package group\n\nfunc (g Group) Read() { g.both() }\nfunc (g Group) both() { x.Go(f) }\n" +
			"func (g Group) Write() {}\n",
		"shared/group/group_test.go": "package group\n\nfunc TestRead(t *testing.T) { one(t) }\nfunc one(t *testing.T) { " +
			"Group{}.Read() }\nfunc TestWrite(t *testing.T) { Group{}.Write(); testkit.NewTable(t) }\n",
		"shared/once/once.go":         "package once\n\nvar o sync.Once\n",
		"shared/once/once_test.go":    "package once\n\nfunc TestOnce(t *testing.T) {}\n",
		"functions/calm/calm_test.go": "package calm\n\nfunc TestCalm(t *testing.T) { var n atomic.Int64 }\n",
		"functions/mixed/mixed_test.go": "package mixed\n\nfunc TestRace(t *testing.T) { helper(t) }\nfunc helper(t " +
			"*testing.T) { testkit.Race(t, 2, nil) }\nfunc TestOther(t *testing.T) {}\n",
		"internal/kit/kit.go": "package kit\n\nfunc (n Names) Check() { n.check() }\nfunc (n Names) check() { " +
			"testkit.Race(nil, 2, nil) }\nfunc Calm() {}\n",
		"functions/far/far_test.go": "package far\n\nfunc TestFar(t *testing.T) { kit.Names{}.Check() }\nfunc " +
			"TestNear(t *testing.T) { kit.Calm() }\n",
		"functions/late/late_test.go": "package late\n\nfunc TestLate(t *testing.T) { time.AfterFunc(1, nil) }\nvar " +
			"start = func() { go f() }\nfunc TestStart(t *testing.T) { start() }\n",
		"functions/twice/twice_test.go": "package twice\n\nfunc (a) run() { go f() }\nfunc (b) run() {}\nfunc " +
			"TestTwice(t *testing.T) { a{}.run() }\n",
		"scripts/same/same_test.go": "package same\n\nfunc TestRace(t *testing.T) {}\nfunc TestFew(t *testing.T) {}\n",
		"node_modules/x/x_test.go":  "package x\n\nfunc TestX(t *testing.T) { go f() }\n",
	})
	for _, o := range []struct {
		onDatabase bool
		want       selection
	}{
		{false, selection{
			names: []string{"FuzzLock", "TestFar", "TestFew", "TestLate", "TestLock", "TestRace", "TestRead", "TestStart",
				"TestTwice"},
			packages: []string{"./functions/far", "./functions/late", "./functions/mixed", "./functions/twice", "./scripts/same",
				"./shared/group", "./shared/lock"},
			whole: []string{"./functions/late", "./functions/twice", "./scripts/same", "./shared/lock"},
		}},
		{true, selection{names: []string{"TestRace"}, packages: []string{"./functions/mixed"}}},
	} {
		if got, err := selectTests(root, o.onDatabase); err != nil || !reflect.DeepEqual(got, o.want) {
			t.Errorf("database %t: %+v, %v\nwant %+v", o.onDatabase, got, err, o.want)
		}
	}
}
