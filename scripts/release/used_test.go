package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"stint/internal/programs"
	"stint/shared/engine"
)

// useRelease uses the files of a release in an empty folder: whoever has them has no checkout, no Go and nothing of
// npm but the CDK command line. files is their folder.
func useRelease(t *testing.T, files, version, cdk string) {
	t.Helper()
	folder := t.TempDir()
	runIn(t, files, nil, "sha256sum", "--check", "--strict", sumsFile)
	for _, archive := range []string{"linux-amd64", "deploy-linux-amd64"} {
		runIn(t, folder, nil, "tar", "xzf", filepath.Join(files, "stint-"+version+"-"+archive+".tar.gz"))
	}
	folder = filepath.Join(folder, "stint-"+version)
	for _, program := range []string{"stint", "stint-home", "stint-operator"} {
		if said := runIn(t, folder, nil, "./"+program, "version"); !strings.Contains(said, version) {
			t.Errorf("%s says %q, want %s", program, said, version)
		}
	}
	for _, name := range []string{"licences/go/LICENSE", "licences/dynoxide/LICENSE", "functions/arm64/timers.zip"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	serveReleased(t, folder, version)
	deployReleased(t, folder, version, cdk)
}

// serveReleased starts the home server of a release. Its database engine is beside it.
func serveReleased(t *testing.T, folder, version string) {
	t.Helper()
	port, err := engine.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	_, number, _ := strings.Cut(port.String(), ":")
	t.Chdir(folder) // in a checkout, it would use what npm installed there
	server, err := programs.StartHomeServer(t.Context(), filepath.Join(folder, "stint-home"), os.Stderr, "PORT="+number,
		"STINT_DATA="+t.TempDir(), "PATH="+t.TempDir(), engine.BinaryVariable+"=")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Command.Process.Kill(); _ = server.Command.Wait() }()
	answer, err := http.Get(server.URL + "/api/health?deep=1")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var health struct{ Status, Version string }
	if err := json.NewDecoder(answer.Body).Decode(&health); err != nil || health.Status != "ok" ||
		health.Version != version {
		t.Errorf("the home server is %+v, %v", health, err)
	}
}

// deployReleased makes the template with the program of a release, and no Go on the PATH.
func deployReleased(t *testing.T, folder, version, cdk string) {
	t.Helper()
	path := t.TempDir()
	for _, tool := range []string{"bash", "cat", "dirname", "env", "node", "sh", "uname"} {
		found, err := exec.LookPath(tool)
		if err == nil {
			err = os.Symlink(found, filepath.Join(path, tool))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	runIn(t, folder, []string{"PATH=" + path, "CDK_DISABLE_CLI_TELEMETRY=true", "AWS_EC2_METADATA_DISABLED=true"}, cdk,
		"synth", "--quiet", "--no-notices")
	template := string(readFile(t, folder, "cdk.out", "Stint-live.template.json"))
	if !strings.Contains(template, `"Version": "`+version+`"`) || !strings.Contains(template, `"AWS::DynamoDB`) {
		t.Errorf("the template is not that of %s", version)
	}
}

// programsRunHere is whether this machine can run the programs for Linux.
const programsRunHere = runtime.GOOS == "linux" && runtime.GOARCH == "amd64"
