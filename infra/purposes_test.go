package main

import (
	"slices"
	"strings"
	"testing"

	"stint/functions/access"
	"stint/shared/secret"
)

// dataKeyConditions are the conditions under which a role may open data keys.
func dataKeyConditions(function string) []string {
	var names []string
	for _, p := range access.PurposesOf(function) {
		names = append(names, string(p))
	}
	return []string{"Null kms:EncryptionContext:purpose: false",
		"StringEquals kms:EncryptionContext:purpose: " + strings.Join(names, " ")}
}

// Every role opens the data keys of its function's purposes and no others. A request
// without a purpose is refused.
func TestRolesOpenTheDataKeysOfTheirPurposes(t *testing.T) {
	all := policies(t, standardTemplate(t))
	for _, function := range functionNames() {
		opens := 0
		for role, statements := range all {
			if suffix.ReplaceAllString(role, "") != constructID(function)+"Role" {
				continue
			}
			for _, st := range statements {
				for _, action := range st.actions {
					if !strings.HasPrefix(action, "kms:") || action == "kms:Sign" || action == "kms:GetPublicKey" {
						continue
					}
					opens++
					if !slices.Equal(st.conditions, dataKeyConditions(function)) ||
						!slices.Equal(st.actions, []string{"kms:GenerateDataKey", "kms:Decrypt"}) {
						t.Errorf("%s may %v where %v, want %v", role, st.actions, st.conditions, dataKeyConditions(function))
					}
				}
			}
		}
		if want := 2 * min(1, len(access.PurposesOf(function))); opens != want {
			t.Errorf("%s has %d actions on data keys, want %d", function, opens, want)
		}
	}
}

// A role writes the sealed data keys of its purposes by PutItem only: it can neither
// change nor delete one, and reads no others.
func TestRolesPutSealedDataKeysOfTheirPurposesOnly(t *testing.T) {
	for role, statements := range policies(t, standardTemplate(t)) {
		for _, st := range statements {
			condition := strings.Join(st.conditions, " ")
			if !strings.Contains(condition, "SECRET#") {
				continue
			}
			writes := slices.ContainsFunc(st.actions, func(action string) bool {
				return slices.Contains([]string{"dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:BatchWriteItem"}, action)
			})
			if writes {
				t.Errorf("%s may %v where %s", role, st.actions, condition)
			}
			for _, p := range secret.Purposes() {
				has := slices.ContainsFunc(functionNames(), func(f string) bool {
					return suffix.ReplaceAllString(role, "") == constructID(f)+"Role" && slices.Contains(access.PurposesOf(f), p)
				})
				if mentioned := slices.Contains(strings.Fields(condition), "SECRET#"+string(p)); mentioned != has {
					t.Errorf("%s may %v the data key of %s: %v, has the purpose: %v", role, st.actions, p, mentioned, has)
				}
			}
		}
	}
}
