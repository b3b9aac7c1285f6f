package template_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/template"
	"stint/internal/template/templatetest"
	"stint/shared/dynamo"
	"stint/shared/engine"
)

const small = templatetest.Small

func read(t *testing.T, text string) (*template.Template, error) {
	t.Helper()
	return template.Read(templatetest.Write(t, t.TempDir(), text))
}

func must(t *testing.T, text string) *template.Template {
	t.Helper()
	read, err := read(t, text)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func TestRoutesLeadToFunctions(t *testing.T) {
	t.Parallel()
	got, err := must(t, small).Routes()
	if err != nil || len(got) != 2 || got[0] != (template.Route{Method: "ANY", Path: "/", Function: "Function"}) ||
		got[1] != (template.Route{Method: "POST", Path: "/things/{p1}", Function: "Function"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for old, bad := range map[string]string{
		`"aws_proxy"`: `"mock"`, `${Function.Arn}`: `${Key.Arn}`, `:function:stint-live-meta/`: `:function:other/`,
		`meta/invocations"]`: `meta/x"]`, `"Body"`: `"Other"`,
	} {
		if got, err := must(t, strings.Replace(small, old, bad, 1)).Routes(); err == nil {
			t.Errorf("%s: %+v", bad, got)
		}
	}
}

func TestAFunctionHasItsSettingsAndCode(t *testing.T) {
	t.Parallel()
	read := must(t, small)
	all, err := read.Functions()
	if err != nil || len(all) != 1 || all[0].Family != "meta" || all[0].Timeout.Seconds() != 15 ||
		all[0].Asset != "asset.abc" {
		t.Fatalf("%+v, %v", all, err)
	}
	settings, err := all[0].Settings(read.LocalNames("stint-x"))
	if err != nil || len(settings) != 3 || settings["TABLE_NAME"] != "stint-x" || settings["N"] != "5" ||
		settings["KEY"] != "arn:aws:kms:us-east-1:000000000000:key/Key" {
		t.Errorf("%v, %v", settings, err)
	}
	if _, err := read.Binary(all[0]); err == nil || !strings.Contains(err.Error(), "run make synth again") {
		t.Errorf("code that is not there: %v", err)
	}
	if _, err := must(t, strings.Replace(small, "abc.zip", "abc", 1)).Functions(); err == nil {
		t.Error("code that was not packed is taken")
	}
}

func TestTextsAreResolved(t *testing.T) {
	t.Parallel()
	names := must(t, small).LocalNames("stint-x")
	for _, c := range []struct {
		value any
		want  string
	}{
		{"plain", "plain"},
		{map[string]any{"Ref": "AWS::Region"}, "us-east-1"},
		{map[string]any{"Ref": "Api"}, "api"},
		{map[string]any{"Ref": "Function"}, "Function"},
		{map[string]any{"Fn::GetAtt": "Function.Arn"}, "arn:aws:lambda:us-east-1:000000000000:function:Function"},
		{map[string]any{"Fn::Join": []any{"-", []any{"a", map[string]any{"Ref": "Table"}}}}, "a-stint-x"},
		{map[string]any{"Fn::Sub": "${!x} ${Table} ${Key.Arn}"}, "${x} stint-x arn:aws:kms:us-east-1:000000000000:key/Key"},
	} {
		if got, err := template.ResolveText(c.value, names); err != nil || got != c.want {
			t.Errorf("%v: %q, %v; want %q", c.value, got, err, c.want)
		}
	}
	for _, value := range []any{
		5.0, map[string]any{"Ref": "Nothing"}, map[string]any{"Fn::GetAtt": []any{"Table", "StreamArn"}},
		map[string]any{"Fn::GetAtt": 1}, map[string]any{"Fn::Join": []any{"", "x"}}, map[string]any{"Fn::Select": []any{}},
		map[string]any{"Fn::Sub": "${Nothing}"}, map[string]any{},
	} {
		if got, err := template.ResolveText(value, names); err == nil {
			t.Errorf("%v: %q", value, got)
		}
	}
}

// The table is created from the template's definition. It lacks an index of the
// service's schema, which EnsureTable notices.
func TestTableIsCreatedFromItsDefinition(t *testing.T) {
	t.Parallel()
	db, err := engine.Start(t.Context(), engine.Options{Endpoint: os.Getenv(engine.EndpointVariable)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Stop()
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: db.Endpoint()})
	if err != nil {
		t.Fatal(err)
	}
	table, err := must(t, small).Table()
	if err != nil || table.Name != "Table" || table.TimeToLive != "exp" {
		t.Fatalf("%+v, %v", table, err)
	}
	name := "stint-template-" + rand.Text()
	if err := table.Create(t.Context(), client, name); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_, _ = client.DeleteTable(context.Background(), &dynamodb.DeleteTableInput{TableName: new(name)})
	}()
	if err := table.Create(t.Context(), client, name); err == nil {
		t.Error("a table was made twice")
	}
	if err := dynamo.EnsureTable(t.Context(), client, name); err == nil || !strings.Contains(err.Error(), "attribute g2") {
		t.Errorf("a table without an index is taken: %v", err)
	}
}

func TestATemplateIsFound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if _, err := template.Find(folder); !errors.Is(err, template.ErrNotBuilt) {
		t.Errorf("none: %v", err)
	}
	for i, name := range []string{"Stint-live", "Stint-beta"} {
		if err := os.WriteFile(filepath.Join(folder, name+".template.json"), []byte(small), 0o600); err != nil {
			t.Fatal(err)
		}
		path, err := template.Find(folder)
		if several := err != nil && strings.Contains(err.Error(), "several"); several != (i == 1) ||
			!several && filepath.Base(path) != name+".template.json" {
			t.Errorf("%d: %s, %v", i+1, path, err)
		}
	}
	if _, err := template.Read(filepath.Join(folder, "none.template.json")); !errors.Is(err, template.ErrNotBuilt) {
		t.Errorf("error %v", err)
	}
	if _, err := read(t, "{"); err == nil || !strings.Contains(err.Error(), "is not a template") {
		t.Errorf("error %v", err)
	}
}

func TestIncompleteTemplatesAreErrors(t *testing.T) {
	t.Parallel()
	empty := must(t, "{}")
	for what, try := range map[string]func() error{
		"AWS::DynamoDB::Table":     func() error { _, err := empty.Table(); return err },
		"AWS::ApiGateway::RestApi": func() error { _, err := empty.API(); return err },
		"AWS::ApiGateway::Stage":   func() error { _, err := empty.Stage(); return err },
		"functions":                func() error { _, err := empty.Functions(); return err },
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
