package functions_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/secret"
	"stint/shared/store"
)

// The purposes with which accounts could be taken over are those of few functions.
func TestFewFunctionsHaveThePurposesOfAccounts(t *testing.T) {
	t.Parallel()
	for p, want := range map[secret.Purpose]string{
		secret.Refresh:        "account pages sso",
		secret.AccountMail:    "account sso worker",
		secret.InvitationMail: "account invitations pages worker",
		secret.ClientLinkMail: "submissions worker",
		secret.OAuth:          "calendar sso",
		secret.Calendar:       "account calendar",
	} {
		var got []string
		for _, name := range functionNames() {
			if slices.Contains(functions.PurposesOf(name), p) {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", p, got, want)
		}
	}
}

// A function has the purpose of cursors if it answers with lists in pages, and not
// otherwise.
func TestCursorsAreForFunctionsWithLists(t *testing.T) {
	t.Parallel()
	for _, f := range functions.Families() {
		lists := slices.ContainsFunc(sourcesOf(t, f.Name), func(source string) bool { return strings.Contains(source, `"stint/shared/paging"`) })
		if has := slices.Contains(functions.PurposesOf(f.Name), secret.Cursor); has != lists {
			t.Errorf("%s has the purpose of cursors: %v, has lists: %v", f.Name, has, lists)
		}
	}
}

// sourcesOf are the contents of a family's source files, without its tests.
func sourcesOf(t *testing.T, family string) (all []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(family, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", family, err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			all = append(all, string(source))
		}
	}
	return all
}

// A function creates the sealed data keys of its purposes, and reaches no others.
func TestTableAccessToSealedDataKeys(t *testing.T) {
	t.Parallel()
	for _, name := range functionNames() {
		access := functions.TableAccessOf(name)
		for _, p := range secret.Purposes() {
			has, partition := slices.Contains(functions.PurposesOf(name), p), string(store.SealedKey(p))
			for action, want := range map[string]bool{"GetItem": has, "PutItem": has, "UpdateItem": false, "DeleteItem": false, "BatchWriteItem": false} {
				if got := access.Allows(action, "", partition); got != want {
					t.Errorf("%s may %s %s: %v, want %v", name, action, partition, got, want)
				}
			}
		}
	}
}
