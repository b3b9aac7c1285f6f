package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// known are the types that the CDK command line knows.
var known = sync.OnceValues(func() (map[string]kind, error) {
	return readKinds("../../node_modules/aws-cdk/db.json.gz")
})

func kindsOf(t *testing.T) map[string]kind {
	t.Helper()
	kinds, err := known()
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

// stack is a small stack with data.
func exampleStack() object {
	return object{
		"Table": object{"Type": "AWS::DynamoDB::Table", "DeletionPolicy": "Retain", "Properties": object{
			"KeySchema": []any{object{"AttributeName": "pk"}}, "BillingMode": "PAY_PER_REQUEST"}},
		"Key": object{"Type": "AWS::KMS::Key", "Properties": object{"KeySpec": "ECC_NIST_P256", "Description": "signs"}},
		"Alias": object{"Type": "AWS::Lambda::EventSourceMapping", "Properties": object{
			"EventSourceArn": object{"Fn::GetAtt": []any{"Table", "StreamArn"}}}},
		"Function": object{"Type": "AWS::Lambda::Function", "Properties": object{"FunctionName": "stint-live-timers",
			"MemorySize": 512}},
	}
}

// checked compares the stack with one that change changed.
func checked(t *testing.T, change func(resources object)) (output string, err error) {
	t.Helper()
	folder := t.TempDir()
	after := exampleStack()
	change(after)
	for name, resources := range map[string]object{"old": exampleStack(), "new": after} {
		text, err := json.Marshal(object{"Resources": resources})
		if err == nil && name == "old" { // as aws cloudformation get-template prints it
			text, err = json.Marshal(object{"TemplateBody": string(text)})
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	err = compareFiles(&out, kindsOf(t), filepath.Join(folder, "old"), filepath.Join(folder, "new"))
	return strings.Join(strings.Fields(out.String()), " "), err
}

// with changes a property of a resource.
func with(id, property string, value any) func(object) {
	return func(resources object) {
		r := maps.Clone(resources[id].(object))
		r["Properties"] = maps.Clone(r["Properties"].(object))
		r["Properties"].(object)[property] = value
		resources[id] = r
	}
}

func TestWhatAnUpdateReplaces(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(object)
		want   string
		data   bool
	}{
		"nothing":              {func(object) {}, "0 of 4 resources are changed in place", false},
		"memory of a function": {with("Function", "MemorySize", 1024), "1 of 4 resources are changed in place", false},
		"name of a function": {with("Function", "FunctionName", "other"),
			"replaces Function AWS::Lambda::Function FunctionName changes", false},
		"billing of the table": {with("Table", "BillingMode", "PROVISIONED"), "1 of 4 resources", false},
		"keys of the table": {with("Table", "KeySchema", []any{}), "replaces DATA Table AWS::DynamoDB::Table KeySchema " +
			"changes may replace Alias AWS::Lambda::EventSourceMapping EventSourceArn names a resource that is replaced", true},
		"a key": {func(all object) { delete(all, "Key") },
			"removes DATA Key AWS::KMS::Key it is not in the new template", true},
		"the table": {func(all object) { delete(all, "Table") }, "removes DATA Table AWS::DynamoDB::Table it is not in " +
			"the new template; it is kept, and the stack does not use it", true},
		"an unknown type": {func(all object) {
			all["Function"] = object{"Type": "Custom::Thing", "Properties": object{}}
		}, "replaces Function AWS::Lambda::Function its type becomes Custom::Thing", false},
		"a new queue": {func(all object) { all["Queue"] = object{"Type": "AWS::SQS::Queue"} },
			"adds Queue AWS::SQS::Queue", false},
	} {
		out, err := checked(t, c.change)
		if !strings.Contains(out, c.want) || errors.Is(err, errData) != c.data || !c.data && err != nil {
			t.Errorf("%s: %v\n%s\nwant %s", name, err, out, c.want)
		}
	}
}

func TestOtherFilesAreNoTemplates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"{}": "has no resources", "yaml: x": "is no template in JSON"} {
		file := filepath.Join(t.TempDir(), "t.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := compareFiles(new(bytes.Buffer), nil, file, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	if _, err := readKinds("none"); err == nil || !strings.Contains(err.Error(), "make tools") {
		t.Errorf("error %v", err)
	}
}
