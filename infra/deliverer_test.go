package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/functions/access"
	"stint/shared/dynamo"
)

// Only changes in workspaces with webhooks start the deliverer.
func TestChangesWithWebhooksWakeTheDeliverer(t *testing.T) {
	mapping := named(t, standardTemplate(t), "AWS::Lambda::EventSourceMapping", "Deliverer")
	var filter struct {
		Dynamodb struct {
			NewImage map[string]struct{ S []string }
		}
	}
	filters := mapping["FilterCriteria"].(map[string]any)["Filters"].([]any)
	if err := json.Unmarshal([]byte(filters[0].(map[string]any)["Pattern"].(string)), &filter); err != nil ||
		len(filters) != 1 {
		t.Fatalf("filters %v: %v", filters, err)
	}
	if got := filter.Dynamodb.NewImage[dynamo.AttrWake].S; !slices.Equal(got, []string{"1"}) {
		t.Errorf("filter %+v", filter)
	}
	if rule := named(t, standardTemplate(t), "AWS::Events::Rule",
		"Deliverer"); rule["ScheduleExpression"] != "rate(1 minute)" {
		t.Errorf("rule %v", rule)
	}
}

// The function that calls out writes webhooks, how many requests it sent, running totals and nothing else, signs
// nothing, and has a role of its own.
func TestTheDelivererWritesOnlyWebhooksAndTotals(t *testing.T) {
	for role, statements := range policies(t, standardTemplate(t)) {
		if !strings.HasPrefix(role, constructID(functions.Deliverer)) {
			continue
		}
		for _, st := range statements {
			for _, action := range st.actions {
				if slices.Contains([]string{"kms:Sign", "ses:SendEmail", "sqs:SendMessage", "dynamodb:BatchWriteItem",
					"dynamodb:Scan"}, action) {
					t.Errorf("%s may %s", role, action)
				}
			}
		}
	}
	for _, p := range access.TableOf(functions.Deliverer).Writes {
		const workspace = "WS#019a0000-0000-7000-8000-000000000001"
		hook := workspace + "#H#019a0000-0000-7000-8000-000000000002"
		if !p.Matches(workspace+"#H") && !p.Matches(hook) && !p.Matches(workspace+"#T") &&
			!p.Matches(workspace+"#T#0") && !p.Matches("RL#webhook") {
			t.Errorf("it writes %s", p)
		}
	}
}

// named is the only resource of a type whose name has a prefix.
func named(t *testing.T, tm template, kind, prefix string) map[string]any {
	t.Helper()
	var found []map[string]any
	for name, r := range tm.ofType(kind) {
		if strings.HasPrefix(name, prefix) {
			found = append(found, r.Properties)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d resources %s of %s, want 1", len(found), kind, prefix)
	}
	return found[0]
}

// hasNoRoutes reports whether a resource belongs to a function without routes.
func hasNoRoutes(name string) bool {
	return strings.HasPrefix(name, constructID(functions.Worker)) ||
		strings.HasPrefix(name, constructID(functions.Deliverer))
}
