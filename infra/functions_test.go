package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"stint/shared/config"
)

func text(value any) string { return fmt.Sprint(value) }

func wantSame(t *testing.T, got, want map[string]string) {
	t.Helper()
	if !maps.Equal(got, want) {
		t.Errorf("got\n%v\nwant\n%v", got, want)
	}
}

func TestOneFunctionPerFamilyAndTheWorker(t *testing.T) {
	var got, want []string
	for name, f := range standardTemplate(t).ofType("AWS::Lambda::Function") {
		got = append(got, f.Properties["Description"].(string))
		if f.Properties["Runtime"] != "provided.al2023" || text(f.Properties["Architectures"]) != "[arm64]" ||
			f.Properties["Handler"] != "bootstrap" {
			t.Errorf("%s runs %v on %v", name, f.Properties["Runtime"], f.Properties["Architectures"])
		}
		if f.Properties["Timeout"].(float64) >= 29 && !hasNoRoutes(name) {
			t.Errorf("%s may take %v seconds, longer than the gateway waits", name, f.Properties["Timeout"])
		}
	}
	for _, name := range functionNames() {
		want = append(want, "Stint live: "+name)
	}
	if strings.Join(sorted(got), "\n") != strings.Join(sorted(want), "\n") {
		t.Errorf("functions\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReportsComputeOnAWholeCore(t *testing.T) {
	for _, f := range standardTemplate(t).ofType("AWS::Lambda::Function") {
		want := 512.0
		if f.Properties["Description"] == "Stint live: reports" {
			want = 1769
		}
		if got := f.Properties["MemorySize"]; got != want {
			t.Errorf("%v has %v MB, want %v", f.Properties["Description"], got, want)
		}
	}
}

// The settings of every function are complete. The test reads them as the function
// does.
func TestEveryFunctionCanReadItsSettings(t *testing.T) {
	all := secondTemplate(t).environments(t)
	if len(all) != len(functionNames()) {
		t.Fatalf("%d environments, want %d", len(all), len(functionNames()))
	}
	for function, variables := range all {
		c, err := config.Read(func(name string) string { return deployedValue(variables[name]) })
		if err != nil {
			t.Errorf("%s: %v", function, err)
		}
		if c.MaxBody != 20_000 || c.Env != "test" || len(c.AllowedOrigins) != 2 || c.AttemptsPerNetwork != 60 ||
			c.AttemptsPerAccount != 5 {
			t.Errorf("%s has the settings %+v", function, c)
		}
		if c.PublicURL != "https://api.execute-api.region.suffix/beta" {
			t.Errorf("%s: PUBLIC_URL %s", function, c.PublicURL)
		}
		if c.SealingKey == "" || c.LocalKey != nil || strings.HasPrefix(c.SigningKey, "file:") {
			t.Errorf("%s is given a secret", function)
		}
	}
}

var references = regexp.MustCompile(`\{[^}]+\}`)

// deployedValue replaces the references in a setting by values as in a deployment.
func deployedValue(value string) string {
	return references.ReplaceAllStringFunc(value, func(name string) string {
		switch {
		case strings.HasPrefix(name, "{Gateway"):
			return "api"
		case name == "{AWS::Region}":
			return "region"
		case name == "{AWS::URLSuffix}":
			return "suffix"
		case strings.HasSuffix(name, ".Arn}"):
			return "arn:aws:kms:region:111122223333:key/" + strings.Trim(name, "{}")
		}
		return strings.Trim(name, "{}")
	})
}

func TestMissingBinaryIsReported(t *testing.T) {
	folder := stubBinaries(t)
	if err := checkBuilt(folder, functionNames()); err != nil {
		t.Fatal(err)
	}
	missing := deployedFamilies()[0].Name
	if err := os.Remove(filepath.Join(folder, missing, "bootstrap")); err != nil {
		t.Fatal(err)
	}
	err := checkBuilt(folder, functionNames())
	if err == nil || !strings.Contains(err.Error(), "function "+missing+" is not built (make build") {
		t.Errorf("error %v, want one that names %s", err, missing)
	}
}

func TestTemplateIsDeterministic(t *testing.T) {
	s := defaultSettings(t)
	first := standardText(t)
	assemblies.Lock()
	defer assemblies.Unlock()
	if first != readText(t, synthesiseAgain(t, s), s) {
		t.Error("two syntheses differ")
	}
}

// Resources that cost money are tagged, so that the bill can be split by stage.
func TestBilledResourcesAreTagged(t *testing.T) {
	tm := standardTemplate(t)
	for _, kind := range []string{
		"AWS::Lambda::Function", "AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::ApiGateway::Stage", "AWS::Logs::LogGroup",
		"AWS::SQS::Queue",
	} {
		for name, r := range tm.ofType(kind) {
			if got := text(r.Properties["Tags"]); !strings.Contains(got, "Key:app Value:stint") ||
				!strings.Contains(got, "Key:stage Value:live") {
				t.Errorf("%s: tags %s", name, got)
			}
		}
	}
}
