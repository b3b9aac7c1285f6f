package scripts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// containerStandIn replaces the programs of image.sh and test-image.sh. A curl is answered with a
// token and the timer of the environment.
const containerStandIn = `#!/usr/bin/env bash
echo "$(basename "$0") $*" >>"$CALLS"
case "$(basename "$0") $*" in
*" info") exit "${NO_DAEMON:-0}" ;;
"podman --version") echo "podman version 5" ;;
*" image inspect "*Size*) echo 42000000 ;;
*" image inspect "*User*) echo "${RUN_AS:-65532:65532}" ;;
*" inspect "*Health*) echo healthy ;;
*" inspect "*ExitCode*) echo "${EXIT:-0}" ;;
*" logs "*) echo "Stint development is ready at http://localhost:9999" ;;
*" exec "*) exit "${HEALTH:-1}" ;;
*" start "*) touch restarted ;;
"go env GOARCH" | "go env GOHOSTARCH") echo amd64 ;;
"go build "*scripts/local) touch bin/image/bin/stint ;;
"curl "*current*) if [ -e restarted ]; then echo "{\"id\":\"${KEPT:-t1}\"}"; fi ;;
"curl "*) echo '{"access_token":"a","id":"t1"}' ;;
esac
`

func newImageCheckout(t *testing.T, programs ...string) checkout {
	t.Helper()
	c := checkout{t, filepath.Join(t.TempDir(), "stint")}
	for _, script := range []string{"image.sh", "test-image.sh"} {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		c.write("scripts/"+script, string(text))
	}
	for _, tool := range append(programs, "go", "curl", "smoke") {
		c.write("bin/"+tool, containerStandIn)
	}
	c.linkTools("bash", "basename", "cat", "chmod", "cp", "cut", "dirname", "find", "grep", "head", "mkdir", "rm", "seq",
		"sleep", "touch")
	c.write("LICENSE", "a licence")
	c.write("node_modules/@dynoxide/linux-x64/dynoxide", "a static program")
	return c
}

func (c checkout) image(script string, settings ...string) (output, calls string, passed bool) {
	c.t.Helper()
	return c.run(script, append(settings, "PORT=9999", "PATH="+filepath.Join(c.root, "bin"))...)
}

func TestImageSaysWhatIsMissing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		programs, settings []string
		want               string
	}{
		{nil, nil, "neither docker nor podman is installed"},
		{[]string{"docker"}, []string{"NO_DAEMON=1"}, "docker does not answer: start it"},
		{[]string{"docker"}, []string{"ARCH=arm64"}, "npm has no database engine for linux on arm64"},
		{[]string{"docker"}, []string{"DYNOXIDE=dynamic"}, "linked dynamically"},
	} {
		checkout := newImageCheckout(t, c.programs...)
		checkout.write("dynamic", "ELF /lib64/ld-linux-x86-64.so.2")
		if out, calls, passed := checkout.image("image.sh", c.settings...); passed || !strings.Contains(out, c.want) ||
			strings.Contains(calls, " build -q") {
			t.Errorf("%v %v: passed %t, want %q\n%s\n%s", c.programs, c.settings, passed, c.want, out, calls)
		}
	}
}

// Both programs build the same file. Podman's own format of images has no health check.
func TestImageIsBuiltByDockerOrPodman(t *testing.T) {
	t.Parallel()
	for program, want := range map[string]string{
		"docker": "docker build -q -t stint -f scripts/image/Dockerfile " +
			"--build-arg VERSION=development --build-arg COMMIT= bin/image\n",
		"podman": "podman build -q -t stint -f scripts/image/Dockerfile " +
			"--build-arg VERSION=development --build-arg COMMIT= --format docker --timestamp 0 bin/image\n",
	} {
		out, calls, passed := newImageCheckout(t, program).image("image.sh")
		if !passed || !strings.Contains(calls, want) || !strings.Contains(out, "stint is the image for linux/amd64, 42 MB") {
			t.Errorf("%s: passed %t\n%s\n%s", program, passed, out, calls)
		}
	}
	out, calls, passed := newImageCheckout(t, "docker").image("image.sh", "ARCH=arm64", "DYNOXIDE=LICENSE")
	if !passed || !strings.Contains(calls, "--platform linux/arm64") {
		t.Errorf("for arm64: passed %t\n%s\n%s", passed, out, calls)
	}
}

func TestTheTestOfTheImageFailsWithTheImage(t *testing.T) {
	t.Parallel()
	if out, calls, passed := newImageCheckout(t, "docker").image("test-image.sh"); !passed ||
		!strings.Contains(calls, "smoke -url http://localhost:9999") ||
		!strings.Contains(calls, "--read-only --cap-drop ALL") {
		t.Errorf("a good one: passed %t\n%s\n%s", passed, out, calls)
	}
	for setting, want := range map[string]string{
		"RUN_AS=0": "it runs as root", "HEALTH=0": "where nothing listens is good", "KEPT=t2": "the timer is lost",
		"EXIT=137": "did not end by itself",
	} {
		out, calls, passed := newImageCheckout(t, "docker").image("test-image.sh", setting)
		if passed || !strings.Contains(out, want) || !strings.Contains(calls, "docker rm -f -v") {
			t.Errorf("%s: passed %t, want %q\n%s\n%s", setting, passed, want, out, calls)
		}
	}
}
