package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/auth"
	"stint/shared/dynamo"
	"stint/shared/route"
	"stint/shared/store"
)

const (
	anID    = "019a0000-0000-7000-8000-000000000001"
	otherID = "019a0000-0000-7000-8000-000000000002"
)

func TestTableAccess(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		function, action, index, partition string
		want                               bool
	}{
		{"tags", "PutItem", "", "WS#" + anID, true},
		{"tags", "Query", "", "WS#" + anID, true},
		{"tags", "PutItem", "", "USER#" + anID, false},
		{"tags", "BatchGetItem", "", "USER#" + anID, true},
		{"tags", "GetItem", "", "EMAIL#ada@example.com", false},
		{"tags", "Scan", "", "WS#" + anID, false},
		{"tags", "BatchWriteItem", "", "WS#" + anID, false},
		{"worker", "BatchWriteItem", "", "WS#" + anID, true},
		{"tags", "Query", "by_lsk", "WS#" + anID, false},
		{"tasks", "Query", "by_lsk", "WS#" + anID, true},
		{"tasks", "GetItem", "by_lsk", "WS#" + anID, false},
		{"reports", "Query", "by_ws", "WS#" + anID, true},
		{"reports", "Query", "by_proj", "WS#" + anID + "#P#" + otherID, true},
		{"reports", "Query", "by_proj", "WS#" + anID, false},
		{"reports", "PutItem", "", "WS#" + anID, false},
		{"meta", "GetItem", "", "USER#" + anID, false},
		{"tags", "PutItem", "", "WS#" + anID + "#A", false},
		{"timers", "PutItem", "", "WS#" + anID + "#A", true},
		{"timers", "UpdateItem", "", "WS#" + anID + "#A", false},
		{"timers", "DeleteItem", "", "WS#" + anID + "#A", false},
		{"timers", "Query", "", "WS#" + anID + "#A", false},
		{"workspaces", "Query", "", "WS#" + anID + "#A", true},
		{"workspaces", "DeleteItem", "", "WS#" + anID + "#A", false},
		{"worker", "BatchWriteItem", "", "WS#" + anID + "#A", true},
		{"nobody", "GetItem", "", "USER#" + anID, false},
	} {
		if got := functions.TableAccessOf(c.function).Allows(c.action, c.index, c.partition); got != c.want {
			t.Errorf("%s may %s %s %s: %v, want %v", c.function, c.action, c.index, c.partition, got, c.want)
		}
	}
}

// The global indexes lag behind the table. Only functions that list time across users, follow
// changes or sum up budgets may query them; TestBudgets checks which requests do.
func TestOnlyListsReadLaggingIndexes(t *testing.T) {
	t.Parallel()
	var readers []string
	for _, name := range functions.Names() {
		indexes := functions.TableAccessOf(name).Indexes
		if slices.Contains(indexes, dynamo.IndexWorkspace) || slices.Contains(indexes, dynamo.IndexProject) || slices.Contains(indexes, dynamo.IndexChange) {
			readers = append(readers, name)
		}
	}
	slices.Sort(readers)
	if !slices.Equal(slices.Compact(readers), []string{"changes", "deliverer", "entries", "projects", "reports", "worker"}) {
		t.Errorf("lagging indexes are read by %v", readers)
	}
}

// showsKeys are the functions that show users their API keys.
var showsKeys = map[string]bool{"apikeys": true, "account": true}

// A function may read API keys if its routes accept or show them, and write rate limits if
// its routes are limited or count their callers, and not otherwise.
func TestTableAccessMatchesRoutes(t *testing.T) {
	t.Parallel()
	for _, f := range functions.Families() {
		access := functions.TableAccessOf(f.Name)
		keys := slices.ContainsFunc(f.Routes, func(s route.Spec) bool { return s.Credential == auth.APIKey })
		limited := slices.ContainsFunc(f.Routes, func(s route.Spec) bool { return (s.Limit != route.NoLimit || needsCredential(s)) && !s.LocalOnly })
		if got := slices.Contains(access.Reads, store.APIKeys); got != (keys || showsKeys[f.Name]) {
			t.Errorf("%s reads keys: %v, takes them: %v", f.Name, got, keys)
		}
		if got := slices.Contains(access.Writes, store.RateLimits); got != limited {
			t.Errorf("%s counts attempts: %v, limits them: %v", f.Name, got, limited)
		}
	}
}

func TestOnlySignInFamiliesReadAddressesAndLogins(t *testing.T) {
	t.Parallel()
	may := map[string]bool{"account": true, "sso": true, "pages": true, "invitations": true, functions.Worker: true}
	for _, name := range functions.Names() {
		access := functions.TableAccessOf(name)
		for _, p := range []store.Partition{store.EmailAddresses, store.ExternalLogins, store.MailedTokens} {
			if slices.Contains(access.Reads, p) && !may[name] && !(name == "approvals" && p == store.MailedTokens) {
				t.Errorf("%s reads %s", name, p)
			}
		}
	}
}

func TestEveryFunctionHasTableAccess(t *testing.T) {
	t.Parallel()
	for _, name := range functions.Names() {
		if access := functions.TableAccessOf(name); len(access.Reads) < 2 && name != functions.Fallback {
			t.Errorf("%s reaches %s", name, strings.Join(partitionNames(access.Reads), " "))
		}
	}
}

func partitionNames(all []store.Partition) []string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = string(p)
	}
	return out
}
