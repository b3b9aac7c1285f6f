package main

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/functions/access"
	"stint/internal/testkit"
	"stint/shared/route"
	"stint/shared/secret"
)

type statement struct {
	actions    []string
	resources  []string
	conditions []string // "operator name: values"
}

// policies are the statements of every role, by the role's logical name. The role that makes backups has none: its
// policy is AWS's own.
func policies(t *testing.T, tm template) map[string][]statement {
	t.Helper()
	all := map[string][]statement{}
	for name, role := range tm.ofType("AWS::IAM::Role") {
		if managed := role.Properties["ManagedPolicyArns"]; managed != nil {
			if suffix.ReplaceAllString(name, "") != "BackupRole" || role.Properties["Policies"] != nil ||
				!slices.Equal(list(t, managed), []string{"arn:{AWS::Partition}:iam::aws:policy/" + backupPolicy}) {
				t.Errorf("%s has a managed policy, which AWS may widen", name)
			}
			continue
		}
		for _, policy := range role.Properties["Policies"].([]any) {
			for _, s := range policy.(map[string]any)["PolicyDocument"].(map[string]any)["Statement"].([]any) {
				object := s.(map[string]any)
				all[name] = append(all[name], statement{list(t, object["Action"]), list(t, object["Resource"]),
					conditions(t, object["Condition"])})
			}
		}
	}
	return all
}

// list reads a value that is one string or a list of strings.
func list(t *testing.T, value any) []string {
	t.Helper()
	several, ok := value.([]any)
	if !ok {
		return []string{flatten(t, value)}
	}
	var all []string
	for _, each := range several {
		all = append(all, flatten(t, each))
	}
	return all
}

// conditions reads the conditions of a statement, sorted.
func conditions(t *testing.T, value any) (all []string) {
	t.Helper()
	operators, _ := value.(map[string]any)
	for _, operator := range slices.Sorted(maps.Keys(operators)) {
		names := operators[operator].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			all = append(all, operator+" "+name+": "+strings.Join(list(t, names[name]), " "))
		}
	}
	return all
}

// wildcardReasons are the actions on resources outside of the stack, by "role action",
// and the reasons.
var wildcardReasons = map[string]string{
	"WorkerRole dynamodb:ListStreams":    "IAM has no resources for it, and Lambda asks for it",
	"DelivererRole dynamodb:ListStreams": "as for the worker",
}

// gatewayLogsRole is the only role that belongs to no function. API Gateway has one
// role for logs in an account and region, and asks for access to all logs.
const gatewayLogsRole = "GatewayLogsRole"

func TestNoRoleMayDoEverythingOrScan(t *testing.T) {
	all := policies(t, standardTemplate(t))
	if len(all) != len(functionNames())+1 {
		t.Errorf("%d roles, want one for each of %d functions, and %s", len(all), len(functionNames()), gatewayLogsRole)
	}
	for role, statements := range all {
		for _, s := range statements {
			checkAccess(t, suffix.ReplaceAllString(role, ""), s)
		}
	}
}

func checkAccess(t *testing.T, role string, s statement) {
	t.Helper()
	outside := slices.ContainsFunc(s.resources, func(r string) bool { return !strings.HasPrefix(r, "{") })
	for _, action := range s.actions {
		if strings.Contains(action, "*") || action == "dynamodb:Scan" {
			t.Errorf("%s may %s", role, action)
		}
		if outside && role != gatewayLogsRole && wildcardReasons[role+" "+action] == "" {
			t.Errorf("%s may %s on %v, which is not of this stack", role, action, s.resources)
		}
	}
}

func TestPoliciesAreInlineInRoles(t *testing.T) {
	for _, kind := range []string{"AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"} {
		for name := range standardTemplate(t).ofType(kind) {
			t.Errorf("%s is a %s", name, kind)
		}
	}
}

func TestOnlyIssuersMaySign(t *testing.T) {
	for role, statements := range policies(t, standardTemplate(t)) {
		family := strings.ToLower(regexp.MustCompile(`Role[0-9A-F]{8}$`).ReplaceAllString(role, ""))
		signs := false
		for _, s := range statements {
			for _, action := range s.actions {
				signs = signs || action == "kms:Sign"
			}
		}
		if signs != tokenIssuers[family] {
			t.Errorf("%s may sign: %v, want %v", family, signs, tokenIssuers[family])
		}
	}
}

// A family that issues tokens and is not listed could not sign them in the cloud. A
// family that is listed and issues none would have access that it does not need.
func TestIssuersAreTheFamiliesThatIssue(t *testing.T) {
	issues := regexp.MustCompile(`\.Issuer\b|\.TokensOf\(`)
	for _, f := range deployedFamilies() {
		found := slices.ContainsFunc(testkit.Sources(t, filepath.Join("..", "functions", f.Name)), issues.MatchString)
		if found != tokenIssuers[f.Name] {
			t.Errorf("%s issues tokens: %v, listed: %v", f.Name, found, tokenIssuers[f.Name])
		}
	}
}

// A function has the purpose of cursors if it answers with lists in pages or files in
// parts, and not otherwise.
func TestCursorsAreForFunctionsWithLists(t *testing.T) {
	for _, f := range deployedFamilies() {
		lists := slices.ContainsFunc(testkit.Sources(t, filepath.Join("..", "functions", f.Name)),
			func(source string) bool { return strings.Contains(source, `"stint/shared/paging"`) })
		lists = lists || f.Name == "mcp" // it runs operations with lists
		lists = lists || slices.ContainsFunc(f.Routes, func(spec route.Spec) bool { return spec.InParts })
		if has := slices.Contains(access.PurposesOf(f.Name), secret.Cursor); has != lists {
			t.Errorf("%s has the purpose of cursors: %v, has lists: %v", f.Name, has, lists)
		}
	}
}

func TestKeysAreKeptAndOfTheRightKind(t *testing.T) {
	got := map[string]string{}
	for name, key := range standardTemplate(t).ofType("AWS::KMS::Key") {
		got[text(key.Properties["KeySpec"])] = text(key.Properties["KeyUsage"])
		if key.DeletionPolicy != "RetainExceptOnCreate" || key.UpdateReplacePolicy != "Retain" {
			t.Errorf("%s goes with the stack, or is left by a first deployment that fails: %q", name, key.DeletionPolicy)
		}
		for _, s := range key.Properties["KeyPolicy"].(map[string]any)["Statement"].([]any) {
			for _, action := range list(t, s.(map[string]any)["Action"]) {
				if strings.Contains(action, "*") {
					t.Errorf("%s: its policy allows %s", name, action)
				}
			}
		}
	}
	if full := len(fullTemplate(t).ofType("AWS::KMS::Key")); full != 2 {
		t.Errorf("%d keys with every option, want 2: no option has a key of its own", full)
	}
	wantSame(t, got, map[string]string{"ECC_NIST_P256": "SIGN_VERIFY", "SYMMETRIC_DEFAULT": "ENCRYPT_DECRYPT"})
	if n := len(standardTemplate(t).ofType("AWS::KMS::Key")); n != 2 {
		t.Errorf("%d keys, want 2: each costs money every month", n)
	}
}
