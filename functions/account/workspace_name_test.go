package account_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"stint/internal/apitest"
)

// The workspace of a new account has a name that it may be given again, however long the name of its user is.
func TestNameOfTheFirstWorkspaceFits(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	for email, name := range map[string]string{"a@example.com": strings.Repeat("é", 100),
		"b@example.com": strings.Repeat("a", 87) + " " + strings.Repeat("b", 12), "c@example.com": strings.Repeat("c", 88)} {
		owner := api.UserOf(api.Send(apitest.Request{Method: "POST", Path: "/api/auth/register", Body: object{
			"email": email, "password": apitest.Password, "displayName": name}}))
		path := "/api/workspaces/" + owner.WorkspaceID
		got := owner.Get(path).OK()["name"].(string)
		if n := utf8.RuneCountInString(got); n > 100 || n < 99 || !strings.HasSuffix(got, "'s workspace") ||
			strings.Contains(got, " '") {
			t.Errorf("%q has %d characters", got, n)
		}
		owner.Patch(path, object{"name": got}).OK()
	}
}
