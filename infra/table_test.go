package main

import (
	"encoding/json"
	"testing"

	cloud "stint/internal/template"
	"stint/shared/dynamo"
)

type tableShape struct {
	AttributeDefinitions []struct{ AttributeName, AttributeType string }
	KeySchema            []keyPart
	GlobalSecondaryIndexes,
	LocalSecondaryIndexes []indexShape
	BillingMode         string
	StreamSpecification struct{ StreamViewType string }

	TimeToLiveSpecification struct {
		AttributeName string
		Enabled       bool
	}
	PointInTimeRecoverySpecification struct{ PointInTimeRecoveryEnabled bool }
	DeletionProtectionEnabled        bool
}

type keyPart struct{ AttributeName, KeyType string }

type indexShape struct {
	IndexName  string
	KeySchema  []keyPart
	Projection struct{ ProjectionType string }
}

func shapeOf(t *testing.T, r cloud.Resource) tableShape {
	t.Helper()
	text, err := json.Marshal(r.Properties)
	if err != nil {
		t.Fatal(err)
	}
	var shape tableShape
	if err := json.Unmarshal(text, &shape); err != nil {
		t.Fatal(err)
	}
	return shape
}

func keyOf(parts []keyPart) dynamo.Key {
	if len(parts) != 2 || parts[0].KeyType != "HASH" || parts[1].KeyType != "RANGE" {
		return dynamo.Key{}
	}
	return dynamo.Key{Partition: parts[0].AttributeName, Sort: parts[1].AttributeName}
}

func TestTheTableHasTheShapeOfTheSchema(t *testing.T) {
	schema := dynamo.Schema()
	r := standardTemplate(t).only(t, "AWS::DynamoDB::Table")
	shape := shapeOf(t, r)
	if keyOf(shape.KeySchema) != schema.Key || shape.BillingMode != "PAY_PER_REQUEST" {
		t.Errorf("key %v, billed %s", shape.KeySchema, shape.BillingMode)
	}
	if shape.StreamSpecification.StreamViewType != schema.StreamView || !shape.TimeToLiveSpecification.Enabled ||
		shape.TimeToLiveSpecification.AttributeName != schema.TimeToLive {
		t.Errorf("stream %v, time to live %v", shape.StreamSpecification, shape.TimeToLiveSpecification)
	}
	if !shape.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled || !shape.DeletionProtectionEnabled ||
		r.DeletionPolicy != "Retain" {
		t.Error("the table could be lost")
	}
	var attributes []string
	for _, a := range shape.AttributeDefinitions {
		attributes = append(attributes, a.AttributeName+" "+a.AttributeType)
	}
	var want []string
	for _, name := range schema.KeyAttributes() {
		want = append(want, name+" S")
	}
	if text(attributes) != text(want) {
		t.Errorf("attributes %v, want %v", attributes, want)
	}
}

// A rollback cannot delete a protected table. If it tried to, it would end as
// ROLLBACK_FAILED, and the stage could not be deployed again.
func TestRollbackOfAFirstDeploymentDoesNotTouchTheTable(t *testing.T) {
	r := standardTemplate(t).only(t, "AWS::DynamoDB::Table")
	if r.Properties["DeletionProtectionEnabled"] == true && r.DeletionPolicy != "Retain" {
		t.Errorf("a protected table has the deletion policy %q", r.DeletionPolicy)
	}
}

func TestTheIndexesAreThoseOfTheSchema(t *testing.T) {
	shape := shapeOf(t, standardTemplate(t).only(t, "AWS::DynamoDB::Table"))
	got := map[string]dynamo.Index{}
	for local, all := range map[bool][]indexShape{true: shape.LocalSecondaryIndexes, false: shape.GlobalSecondaryIndexes} {
		for _, index := range all {
			keysOnly := index.Projection.ProjectionType == "KEYS_ONLY"
			got[index.IndexName] = dynamo.Index{Name: index.IndexName, Key: keyOf(index.KeySchema), Local: local,
				KeysOnly: keysOnly}
			if index.Projection.ProjectionType != "ALL" && !keysOnly {
				t.Errorf("index %s holds %s", index.IndexName, index.Projection.ProjectionType)
			}
		}
	}
	want := dynamo.Schema().Indexes
	if len(got) != len(want) {
		t.Errorf("%d indexes, want %d", len(got), len(want))
	}
	for _, index := range want {
		if got[index.Name] != index {
			t.Errorf("index %s is %+v, want %+v", index.Name, got[index.Name], index)
		}
	}
}
