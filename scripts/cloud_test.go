package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// cloudStandIn replaces the programs of test-cloud.sh. Its LocalStack lists what the file before
// has, and what the file after has once the stage beta was deployed.
const cloudStandIn = `#!/usr/bin/env bash
echo "$(basename "$0") $*" >>"$CALLS"
case "$(basename "$0") $*" in
"curl "*4566*) exit "${NO_LOCALSTACK:-0}" ;;
"docker info"*) exit "${NO_DAEMON:-0}" ;;
"docker image "*) exit "${NO_IMAGE:-1}" ;;
"docker network "*) echo 172.17.0.1 ;;
"docker run "*) echo container1 ;;
"localstack "*-delete*) ;;
"localstack "*-list*) if [ -e deployed ]; then cat after; else cat before; fi ;;
"localstack "*Stint-beta*) touch deployed; echo "without DNS: http://beta" ;;
"localstack "*) echo "without DNS: http://live" ;;
"smoke "*) exit "${SMOKE:-0}" ;;
esac
`

// systemTools are the programs of the system that test-cloud.sh uses. No other is in the path.
var systemTools = []string{"bash", "basename", "cat", "comm", "dirname", "grep", "mkdir", "rm", "sed", "seq", "sleep",
	"sort", "tail", "tee", "touch", "uname"}

func newCloudCheckout(t *testing.T, programs ...string) checkout {
	t.Helper()
	c := checkout{t, filepath.Join(t.TempDir(), "stint")}
	text, err := os.ReadFile("test-cloud.sh")
	if err != nil {
		t.Fatal(err)
	}
	c.write("scripts/test-cloud.sh", string(text))
	for _, tool := range append(programs, "go", "make", "smoke", "localstack", "inbox", "curl") {
		c.write("bin/"+tool, cloudStandIn)
	}
	c.linkTools(systemTools...)
	c.write("before", "key: k1 Enabled\nthe gateway's logs: r\n")
	c.write("after", "key: k1 Enabled\nkey: k2 PendingDeletion\nthe gateway's logs: r\n")
	return c
}

// linkTools puts programs of the system into the path of the scripts.
func (c checkout) linkTools(names ...string) {
	c.t.Helper()
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			c.t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(c.root, "bin", name)); err != nil {
			c.t.Fatal(err)
		}
	}
}

func (c checkout) cloud(settings ...string) (output, calls string, passed bool) {
	c.t.Helper()
	return c.run("test-cloud.sh", append(settings, "PATH="+filepath.Join(c.root, "bin"))...)
}

func TestCloudSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		programs, settings []string
		want               []string
	}{
		{nil, nil, []string{"not tried with sam: docker is not installed",
			"not tried with localstack: docker is not installed", "nothing was tried"}},
		{[]string{"docker"}, []string{"NO_LOCALSTACK=1"},
			[]string{"sam is not installed", "LocalStack does not answer at http://127.0.0.1:4566, and there is no image: " +
				"docker pull localstack/localstack:3.8.1"}},
		{[]string{"docker", "sam"}, []string{"NO_DAEMON=1"},
			[]string{"not tried with sam: docker does not answer", "not tried with localstack: docker does not answer"}},
		{[]string{"docker"}, []string{"NO_LOCALSTACK=1", "PART=localstack"}, []string{"LocalStack does not answer"}},
	} {
		checkout := newCloudCheckout(t, c.programs...)
		out, _, passed := checkout.cloud(c.settings...)
		if passed {
			t.Errorf("%v %v: passed\n%s", c.programs, c.settings, out)
		}
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v %v: the output lacks %q:\n%s", c.programs, c.settings, want, out)
			}
		}
	}
}

// One of the two stages is deleted, and the tour goes through the other one again.
func TestCloudDeletesOneOfTwoStages(t *testing.T) {
	t.Parallel()
	out, calls, passed := newCloudCheckout(t, "docker").cloud()
	if !passed || !strings.Contains(out, "not tried with sam: sam is not installed") ||
		!strings.HasSuffix(out, "test-cloud: passed with localstack\n") {
		t.Errorf("passed %t\n%s\n%s", passed, out, calls)
	}
	var tours []string
	for line := range strings.Lines(calls) {
		if strings.HasPrefix(line, "smoke ") {
			tours = append(tours, strings.Fields(line)[2])
		}
	}
	if got := strings.Join(tours, " "); got != "http://live http://beta http://live" {
		t.Errorf("tours through %s\n%s", got, calls)
	}
}

func TestCloudFindsWhatAStageTookAway(t *testing.T) {
	t.Parallel()
	for after, want := range map[string]string{
		"key: k1 PendingDeletion\nthe gateway's logs: r\n":        "lost by live:\nkey: k1 Enabled",
		"key: k1 Enabled\nthe gateway's logs: \n":                 "lost by live:\nthe gateway's logs: r",
		"key: k1 Enabled\ntable: beta\nthe gateway's logs: r\n":   "left by beta:\ntable: beta",
		"key: k1 Enabled\nkey: k2 Enabled\nthe gateway's logs: r": "left by beta:\nkey: k2 Enabled",
	} {
		c := newCloudCheckout(t, "docker")
		c.write("after", after)
		if out, _, passed := c.cloud(); passed || !strings.Contains(out, want) {
			t.Errorf("%q: passed %t, want %q\n%s", after, passed, want, out)
		}
	}
}

func TestCloudStartsAndEndsLocalStack(t *testing.T) {
	t.Parallel()
	c := newCloudCheckout(t, "docker")
	c.write("bin/curl", "#!/usr/bin/env bash\ngrep -q '^docker run' \"$CALLS\"\n")
	_, calls, passed := c.cloud("NO_IMAGE=0", "PART=localstack")
	if !passed || !strings.Contains(calls, "localstack/localstack:3.8.1") ||
		!strings.Contains(calls, "docker stop container1") {
		t.Errorf("passed %t\n%s", passed, calls)
	}
}

func TestCloudFailsWithTheTour(t *testing.T) {
	t.Parallel()
	if out, _, passed := newCloudCheckout(t, "docker").cloud("SMOKE=1"); passed {
		t.Errorf("passed\n%s", out)
	}
}
