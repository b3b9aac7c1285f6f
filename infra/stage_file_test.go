package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readIn reads the settings in a folder with the files of a checkout. The folder is cut from the
// error.
func readIn(root string, context map[string]any) (settings, error) {
	s, err := readStage(stagesFolder(filepath.Join(root, "stages")), filepath.Join(root, "cdk.json"), context)
	if err != nil {
		err = errors.New(strings.ReplaceAll(err.Error(), root+"/", ""))
	}
	return s, err
}

// checkoutWith is a folder with these files.
func checkoutWith(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestAStageHasItsFile(t *testing.T) {
	t.Parallel()
	root := checkoutWith(t, map[string]string{
		"cdk.json": `{"app": "x", "context": {"@aws-cdk/core:x": true}}`,
		"stages/live.json": `{"$schema": "./schema.json", "mailFrom": "time@example.com", "freshFor": 1200, "waf": true,
			"memory": {"reports": 3008}}`,
		"stages/beta.json": `{"freshFor": "600"}`,
	})
	live, err := readIn(root, map[string]any{"freshFor": "1800"})
	if err != nil || live.MailFrom != "time@example.com" || live.FreshFor != 1800 || !live.Firewall ||
		live.Functions.Memory.of("reports") != "3008" {
		t.Errorf("live: %+v %v", live, err)
	}
	if beta, err := readIn(root, map[string]any{"stage": "beta"}); err != nil || beta.FreshFor != 600 ||
		beta.MailFrom != "" {
		t.Errorf("beta: %+v %v", beta, err)
	}
	if gamma, err := readIn(root, map[string]any{"stage": "gamma"}); err != nil || gamma.FreshFor != 3600 {
		t.Errorf("a stage without a file: %+v %v", gamma, err)
	}
}

// A wrong setting names its file and line, and an unknown one the nearest name.
func TestWrongSettingsNameTheirLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{\n\n\"maxBodyBytes\": 9}":          "stages/live.json:3: setting maxBodyBytes must be a whole number from 16384 to 4194304",
		"{\n\"wav\": true}":                  "stages/live.json:2: setting wav is unknown; the nearest is waf",
		"{\"mailform\": \"a\"}":              "stages/live.json:1: setting mailform is unknown; the nearest is mailFrom",
		"{\"maxBody\": 1}":                   "setting maxBody is unknown; the nearest is maxBodyBytes",
		"{\"colour\": 1}":                    "setting colour is unknown; there are stage, mailFrom, ",
		"{\n\"stage\": \"live\"}":            "stages/live.json:2: setting stage must not be there: the file's name is the stage",
		"{\"waf\": true,\n\"waf\": false}":   "stages/live.json:2: setting waf is there twice, see stages/live.json:1",
		"{\"waf\": true,\n\"logDays\": 31}":  "stages/live.json:2: setting logDays must be one of [1 3 ",
		"{\"waf\": null}":                    "setting waf must not be null: leave it out",
		"{\"waf\": true\n\"metrics\": true}": "stages/live.json:2: is not JSON: ",
		"{\n\"waf\": tru}":                   "stages/live.json:2: is not JSON: ",
		"{\n\"waf\": true,\n":                "stages/live.json:3: is not JSON: the text ends too early",
		"{}\n{}":                             "stages/live.json:2: something follows the object of settings",
		"[]":                                 "stages/live.json:1: must be an object of settings",
		"":                                   "stages/live.json:1: is not JSON",
		"{\n\"domain\": \"a.example.com\"}":  "stages/live.json:2: setting domain and certificate go together",
	} {
		_, err := readIn(checkoutWith(t, map[string]string{"stages/live.json": text}), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// The command line goes first, so that its setting is the wrong one and not that of the file.
func TestASettingOfTheCommandLineNamesNoFile(t *testing.T) {
	t.Parallel()
	root := checkoutWith(t, map[string]string{"stages/live.json": `{"freshFor": 1200}`})
	if _, err := readIn(root, map[string]any{"freshFor": "1"}); err == nil ||
		err.Error() != "setting freshFor must be a whole number from 60 to 86400" {
		t.Errorf("error %v", err)
	}
}

func TestSettingsInTheFileOfCDKAreRefused(t *testing.T) {
	t.Parallel()
	root := checkoutWith(t, map[string]string{"cdk.json": "{\"context\": {\n  \"waf\": true\n}}"})
	_, err := readIn(root, map[string]any{"stage": "beta", "waf": true})
	if err == nil || err.Error() != "cdk.json:2: setting waf belongs into stages/beta.json" {
		t.Errorf("error %v", err)
	}
}

const certificateOfTests = `"certificate": "arn:aws:acm:eu-central-1:123456789012:certificate/ab-1"`

func TestOneDomainBelongsToOneStage(t *testing.T) {
	t.Parallel()
	root := checkoutWith(t, map[string]string{
		"stages/beta.json":    "{\"domain\": \"api.example.com\",\n" + certificateOfTests + "}",
		"stages/live.json":    "{" + certificateOfTests + ",\n\"domain\": \"api.example.com\"}",
		"stages/gamma.json":   "{" + certificateOfTests + ", \"domain\": \"other.example.com\"}",
		"stages/example.json": "{" + certificateOfTests + ", \"domain\": \"api.example.com\"}",
	})
	for _, stage := range []string{"live", "beta", "gamma"} {
		_, err := readIn(root, map[string]any{"stage": stage})
		if want := "stages/live.json:2: setting domain is api.example.com, which the stage beta has (stages/beta.json:1)"; err ==
			nil || !strings.HasPrefix(err.Error(), want) || strings.Count(err.Error(), "\n") != 0 {
			t.Errorf("%s: error %v", stage, err)
		}
	}
	if err := os.Remove(filepath.Join(root, "stages/live.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := readIn(root, map[string]any{"stage": "beta"}); err != nil {
		t.Error(err)
	}
	_, err := readIn(root, map[string]any{"domain": "api.example.com",
		"certificate": "arn:aws:acm:eu-central-1:123456789012:certificate/ab-1"})
	if err == nil || !strings.Contains(err.Error(), "the command line: setting domain is api.example.com") {
		t.Errorf("a domain on the command line: %v", err)
	}
}

// A misspelt folder does not give all stages the default settings.
func TestTheFolderOfStagesMustExist(t *testing.T) {
	t.Parallel()
	folder := checkoutWith(t, map[string]string{"stages/live.json": "{}"})
	for name, want := range map[string]string{
		"": "", folder: "", filepath.Join(folder, "stags"): "no such file",
		filepath.Join(folder, "stages/live.json"): "is no folder",
	} {
		got, err := openStages(name)
		if want == "" && (err != nil || name != "" && string(got) != name) ||
			want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %q, %v, want %q", name, got, err, want)
		}
	}
}

func TestFilesOfNoStageAreNoStages(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"example", "schema"} {
		if _, err := readIn(t.TempDir(), map[string]any{"stage": stage}); err == nil ||
			!strings.Contains(err.Error(), "is of no stage") {
			t.Errorf("%s: error %v", stage, err)
		}
	}
}
