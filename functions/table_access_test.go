package functions_test

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/functions/access"
	"stint/shared/auth"
	"stint/shared/boot"
	"stint/shared/dynamo"
	"stint/shared/route"
	"stint/shared/store/key"
)

// The global indexes lag behind the table. Only functions that list time across users, follow
// changes or sum up budgets may query them; TestBudgets checks which requests do.
func TestOnlyListsReadLaggingIndexes(t *testing.T) {
	t.Parallel()
	var readers []string
	for _, name := range functions.Names() {
		indexes := access.TableOf(name).Indexes
		if slices.Contains(indexes, dynamo.IndexWorkspace) || slices.Contains(indexes, dynamo.IndexProject) ||
			slices.Contains(indexes, dynamo.IndexChange) {
			readers = append(readers, name)
		}
	}
	slices.Sort(readers)
	if !slices.Equal(slices.Compact(readers), []string{"changes", "deliverer", "entries", "mcp", "projects",
		"reports", "worker"}) {
		t.Errorf("lagging indexes are read by %v", readers)
	}
}

// showsKeys are the functions that show users their API keys, and the one that makes the grants of apps: they are keys.
var showsKeys = map[string]bool{"apikeys": true, "account": true, "oauth": true}

// A function may read and write API keys if its routes accept or show them, and write rate limits if
// its routes are limited or count their callers, and not otherwise.
func TestTableAccessMatchesRoutes(t *testing.T) {
	t.Parallel()
	for _, f := range functions.Families() {
		table := access.TableOf(f.Name)
		keys := slices.ContainsFunc(f.Routes, func(s route.Spec) bool { return s.Credential == auth.APIKey })
		limited := slices.ContainsFunc(f.Routes, func(s route.Spec) bool {
			inMemory := s.Limit == route.LimitDocument || s.Limit == route.LimitOperation
			return (s.Limit != route.NoLimit && !inMemory || needsCredential(s)) && !s.LocalOnly
		})
		for what, partitions := range map[string][]key.Partition{"reads": table.Reads, "notes the use of": table.Writes} {
			if got := slices.Contains(partitions, key.APIKeys); got != (keys || showsKeys[f.Name]) {
				t.Errorf("%s %s keys: %v, takes them: %v", f.Name, what, got, keys)
			}
		}
		if got := slices.Contains(table.Writes, key.RateLimits); got != limited {
			t.Errorf("%s counts attempts: %v, limits them: %v", f.Name, got, limited)
		}
	}
}

func TestOnlySignInFamiliesReadAddressesAndLogins(t *testing.T) {
	t.Parallel()
	may := map[string]bool{"account": true, "sso": true, "pages": true, "invitations": true, "oauth": true,
		functions.Worker: true}
	for _, name := range functions.Names() {
		table := access.TableOf(name)
		for _, p := range []key.Partition{key.EmailAddresses, key.ExternalLogins, key.MailedTokens} {
			if slices.Contains(table.Reads, p) && !may[name] && !(name == "approvals" && p == key.MailedTokens) {
				t.Errorf("%s reads %s", name, p)
			}
		}
	}
}

func TestEveryFunctionHasTableAccess(t *testing.T) {
	t.Parallel()
	for _, name := range functions.Names() {
		if table := access.TableOf(name); len(table.Reads) < 2 && name != boot.Fallback {
			t.Errorf("%s reaches %s", name, strings.Join(partitionNames(table.Reads), " "))
		}
	}
}

func partitionNames(all []key.Partition) []string {
	out := make([]string, len(all))
	for i, p := range all {
		out[i] = string(p)
	}
	return out
}
