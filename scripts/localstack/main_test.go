package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stint/internal/template"
	"stint/internal/template/templatetest"
)

func newOptions(t *testing.T, endpoint string) options {
	t.Helper()
	o := options{root: "../..", assembly: t.TempDir(), endpoint: endpoint, port: 4566}
	templatetest.Write(t, o.assembly, templatetest.Small)
	return o
}

func TestDeployNewStack(t *testing.T) {
	t.Parallel()
	s := newStandIn()
	s.stack = []string{"", "CREATE_IN_PROGRESS", "CREATE_COMPLETE"}
	var out bytes.Buffer
	o := newOptions(t, s.start(t))
	if err := run(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	want := "building the functions for containers on this machine\nuploading them and the template\ndeploying the " +
		"stack Stint-live\n" +
		"PublicUrl: http://a.execute-api.localhost.localstack.cloud:4566/live\n" +
		"without DNS: " + o.endpoint + "/_aws/execute-api/a/live\n"
	if out.String() != want {
		t.Errorf("printed\n%swant\n%s", out.String(), want)
	}
	if !slices.Equal(s.types, []string{"CREATE http://localhost:4566/stint-assets/Stint-live.template.json"}) ||
		!slices.Contains(s.actions, "ExecuteChangeSet") {
		t.Errorf("change sets %v, actions %v", s.types, s.actions)
	}
	deployed := string(s.objects["stint-assets/Stint-live.template.json"])
	for _, there := range []string{
		`"COMPRESSION": "off"`, `"S3Bucket": "stint-assets"`, `"S3Key": "meta-`, template.Architecture(),
		`"DYNAMODB_ENDPOINT": "http://localhost.localstack.cloud:4566"`,
		`"Fn::Sub": "http://${Api}.execute-api.localhost.localstack.cloud:` +
			o.endpoint[strings.LastIndex(o.endpoint, ":")+1:] + `/live"`,
	} {
		if !strings.Contains(deployed, there) {
			t.Errorf("%s is not in the template\n%s", there, deployed)
		}
	}
	for key := range s.objects {
		if strings.HasSuffix(key, ".zip") && !strings.Contains(deployed, strings.TrimPrefix(key, "stint-assets/")) {
			t.Errorf("%s is not in the template", key)
		}
	}
	if len(s.objects) != 3 { // the bucket, the template, the function
		t.Errorf("%d objects", len(s.objects))
	}
}

// LocalStack may listen on another port, in its container and outside of it. The worker
// sends mail to AWS unless an address is given.
func TestAddressesFollowTheSettings(t *testing.T) {
	t.Parallel()
	read, err := template.Read(templatetest.Write(t, t.TempDir(), templatetest.Small))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o             options
		own           string
		has, hasNot   string
		alsoContained string
	}{
		{options{endpoint: "http://localhost:4567", port: 4566}, "http://localhost:4566",
			"execute-api.localhost.localstack.cloud:4567/live", "SES_ENDPOINT", `"http://localhost.localstack.cloud:4566"`},
		{options{endpoint: "http://127.0.0.1:4600", port: 4600, ses: "http://172.17.0.1:8025"}, "http://localhost:4600",
			`"SES_ENDPOINT": "http://172.17.0.1:8025"`, "4566", "execute-api.localhost.localstack.cloud:4600/live"},
		{options{endpoint: "http://127.0.0.1:4700"}, "http://localhost:4700",
			"execute-api.localhost.localstack.cloud:4700/live", "4566", `"http://localhost.localstack.cloud:4700"`},
		{options{endpoint: "http://localstack.example", port: 4566}, "http://localhost:4566",
			"execute-api.localhost.localstack.cloud/live", "SES_ENDPOINT", `"http://localhost.localstack.cloud:4566"`},
	} {
		a := c.o.addresses()
		text, err := a.deriveTemplate(read, map[string]any{"Function": "code"})
		if err != nil {
			t.Fatal(err)
		}
		if a.own != c.own || !strings.Contains(string(text), c.has) || strings.Contains(string(text), c.hasNot) ||
			!strings.Contains(string(text), c.alsoContained) {
			t.Errorf("%+v: %+v\n%s", c.o, a, text)
		}
	}
}

func TestDeployExistingStack(t *testing.T) {
	t.Parallel()
	for set, executed := range map[string]bool{"CREATE_COMPLETE": true,
		"FAILED The submitted information didn't contain changes.": false} {
		s := newStandIn()
		s.stack, s.set = []string{"UPDATE_COMPLETE"}, set
		outputs, err := newLocalStack(options{endpoint: s.start(t)}).deploy(t.Context(), "Stint-live", "http://x/y")
		if err != nil || len(outputs) != 2 || outputs[0].name != "PublicUrl" {
			t.Errorf("%s: %v, %v", set, outputs, err)
		}
		if slices.Contains(s.actions, "ExecuteChangeSet") != executed ||
			!slices.Equal(s.types, []string{"UPDATE http://x/y"}) {
			t.Errorf("%s: actions %v, change sets %v", set, s.actions, s.types)
		}
	}
}

func TestFailedDeploymentIsExplained(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stack []string
		set   string
		want  string
	}{
		{[]string{"ROLLBACK_COMPLETE"}, "CREATE_COMPLETE", "left from a deployment that failed: restart LocalStack"},
		{[]string{"", "CREATE_FAILED"}, "CREATE_COMPLETE", "the stack is CREATE_FAILED: because (see the log of LocalStack)"},
		{[]string{""}, "FAILED it is wrong", "the change set failed: it is wrong"},
	} {
		s := newStandIn()
		s.stack, s.set = c.stack, c.set
		if _, err := newLocalStack(options{endpoint: s.start(t)}).deploy(t.Context(), "Stint-live",
			"http://x/y"); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %s", c.stack, err, c.want)
		}
	}
}

func TestMissingRequirementsAreReported(t *testing.T) {
	t.Parallel()
	lacking := newStandIn()
	lacking.services["kms"] = "disabled"
	delete(lacking.services, "s3")
	other := newStandIn()
	other.services = nil
	for endpoint, want := range map[string]string{
		"http://127.0.0.1:1": "LocalStack does not answer at http://127.0.0.1:1: start it with docker run",
		lacking.start(t):     "this LocalStack lacks kms, s3: start it without SERVICES",
		other.start(t):       "is not LocalStack",
	} {
		if err := run(t.Context(), new(bytes.Buffer), newOptions(t, endpoint)); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", endpoint, err, want)
		}
	}
	if err := run(t.Context(), new(bytes.Buffer), options{assembly: t.TempDir()}); !errors.Is(err, template.ErrNotBuilt) {
		t.Errorf("no template: %v", err)
	}
}

func TestZipBinaryIsDeterministic(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "bootstrap")
	if err := os.WriteFile(binary, []byte("code"), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := zipBinary(binary)
	if err != nil {
		t.Fatal(err)
	}
	again, err := zipBinary(binary)
	if err != nil || !bytes.Equal(first, again) {
		t.Errorf("another archive: %v", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil || len(archive.File) != 1 || archive.File[0].Name != "bootstrap" ||
		archive.File[0].Mode().Perm() != 0o755 {
		t.Errorf("%+v, %v", archive, err)
	}
	if _, err := zipBinary(binary + "x"); err == nil {
		t.Error("a missing binary was packed")
	}
}
