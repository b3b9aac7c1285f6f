package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stint/shared/dynamo"
)

func TestNewWorkWakesTheWorker(t *testing.T) {
	mapping := named(t, standardTemplate(t), "AWS::Lambda::EventSourceMapping", "Worker")
	if source := flatten(t, mapping["EventSourceArn"]); source != "{Table.StreamArn}" {
		t.Errorf("the source is %s", source)
	}
	if function := flatten(t, mapping["FunctionName"]); !strings.HasPrefix(function, "{Worker") {
		t.Errorf("the function is %s", function)
	}
	var filter struct {
		EventName []string
		Dynamodb  struct {
			Keys map[string]struct{ S []struct{ Prefix string } }
		}
	}
	filters := mapping["FilterCriteria"].(map[string]any)["Filters"].([]any)
	if err := json.Unmarshal([]byte(filters[0].(map[string]any)["Pattern"].(string)), &filter); err != nil ||
		len(filters) != 1 {
		t.Fatalf("filters %v: %v", filters, err)
	}
	key := filter.Dynamodb.Keys[dynamo.AttrPK].S
	if !slices.Equal(filter.EventName, []string{"INSERT"}) || len(key) != 1 || key[0].Prefix != "Q#" {
		t.Errorf("filter %+v", filter)
	}
}

// AWS lists four actions that a function needs for a stream as its event source. Lambda
// refuses the event source without them, so the deployment would fail. IAM grants
// ListStreams on "*" only.
func TestTheWorkerMayReadItsStream(t *testing.T) {
	for stream, tm := range map[string]template{"{Table.StreamArn}": standardTemplate(t),
		restoredStream: secondTemplate(t)} {
		got := map[string]string{}
		for role, statements := range policies(t, tm) {
			for _, st := range statements {
				for _, action := range st.actions {
					if strings.Contains(action, "Stream") && strings.HasPrefix(action, "dynamodb:") ||
						slices.Contains(st.resources, stream) {
						got[suffix.ReplaceAllString(role, "")+" "+action] = strings.Join(st.resources, " ")
					}
				}
			}
		}
		wantSame(t, got, map[string]string{
			"WorkerRole dynamodb:DescribeStream": stream, "WorkerRole dynamodb:GetRecords": stream,
			"WorkerRole dynamodb:GetShardIterator": stream, "WorkerRole dynamodb:ListStreams": "*",
			"DelivererRole dynamodb:DescribeStream": stream, "DelivererRole dynamodb:GetRecords": stream,
			"DelivererRole dynamodb:GetShardIterator": stream, "DelivererRole dynamodb:ListStreams": "*",
		})
	}
}

func TestAScheduleWakesTheWorker(t *testing.T) {
	tm := standardTemplate(t)
	rule := named(t, tm, "AWS::Events::Rule", "Worker")
	target := flatten(t, rule["Targets"].([]any)[0].(map[string]any)["Arn"])
	if rule["ScheduleExpression"] != "rate(1 minute)" || !strings.HasPrefix(target, "{Worker") {
		t.Errorf("rule %v", rule)
	}
	allowed := 0
	for _, p := range tm.ofType("AWS::Lambda::Permission") {
		if p.Properties["Principal"] == "events.amazonaws.com" && flatten(t, p.Properties["FunctionName"]) == target {
			allowed++
		}
	}
	if allowed != 1 {
		t.Errorf("%d permissions for the schedule, want 1", allowed)
	}
}

func TestTheWorkerMailsOnlyAsItsSender(t *testing.T) {
	for _, c := range []struct {
		tm   template
		want string
	}{
		{standardTemplate(t), "[]"},
		{fullTemplate(t), "[identity/stint@example.com identity/example.com]"},
		{secondTemplate(t), "[identity/stint@mail.app.example.com identity/mail.app.example.com " +
			"identity/app.example.com identity/example.com]"},
	} {
		got := []string{}
		for role, statements := range policies(t, c.tm) {
			for _, st := range statements {
				if !slices.Contains(st.actions, "ses:SendEmail") {
					continue
				}
				if !strings.HasPrefix(role, "WorkerRole") || len(st.actions) != 1 {
					t.Errorf("%s may %v", role, st.actions)
				}
				for _, r := range st.resources {
					got = append(got, strings.TrimPrefix(r, "arn:{AWS::Partition}:ses:{AWS::Region}:{AWS::AccountId}:"))
				}
			}
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("mail as %v, want %s", got, c.want)
		}
	}
}

func TestWorkerCannotSignTokens(t *testing.T) {
	for role, statements := range policies(t, standardTemplate(t)) {
		for _, st := range statements {
			for _, action := range st.actions {
				if strings.HasPrefix(role, "WorkerRole") && (action == "kms:Sign" || action == "kms:GetPublicKey") {
					t.Errorf("the worker may %s", action)
				}
			}
		}
	}
}

// Calls of the worker that fail after all retries are kept in a queue.
func TestMissedCallsOfTheWorkerAreKept(t *testing.T) {
	tm := standardTemplate(t)
	queue := tm.only(t, "AWS::SQS::Queue").Properties
	if queue["MessageRetentionPeriod"] != 14*24*3600.0 || queue["SqsManagedSseEnabled"] != true {
		t.Errorf("queue %v", queue)
	}
	mapping := named(t, tm, "AWS::Lambda::EventSourceMapping", "Worker")
	target := mapping["DestinationConfig"].(map[string]any)["OnFailure"].(map[string]any)["Destination"]
	if flatten(t, target) != "{WorkerMissed.Arn}" {
		t.Errorf("they go to %v", target)
	}
}
