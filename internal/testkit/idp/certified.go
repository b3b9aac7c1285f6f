package idp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"stint/internal/programs"
)

// StartCertifiedProvider starts the certified OpenID Connect provider and returns its
// issuer. It is the npm package oidc-provider, which npm ci installs. Its client has
// ClientID, ClientSecret and the redirect URLs. The login form accepts any name with
// any password. The name is the subject and name@example.com the address, which is
// verified unless the name starts with "unverified". The provider ends with the test.
func StartCertifiedProvider(t testing.TB, redirectURLs ...string) (issuer string) {
	t.Helper()
	script := filepath.Join(programs.ModuleRoot(), "internal", "testkit", "idp", "provider.mjs")
	programs.KeepResultsOf("node")
	programs.Reads(script, filepath.Join(programs.ModuleRoot(), "node_modules", ".package-lock.json"))
	command := exec.Command("node", script)
	command.Dir = filepath.Dir(script)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatalf("the certified provider needs node and npm ci: %v", err)
	}
	t.Cleanup(func() {
		_ = input.Close() // the provider ends when its input is closed
		_ = command.Wait()
	})
	settings, err := json.Marshal(map[string]any{"clientId": ClientID, "clientSecret": ClientSecret,
		"redirectUris": redirectURLs})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := input.Write(append(settings, '\n')); err != nil {
		t.Fatal(err)
	}
	issuer = readFirstLine(output)
	if !strings.HasPrefix(issuer, "http://127.0.0.1:") {
		_ = command.Process.Kill()
		_ = command.Wait() // ensures that all of stderr was read
		t.Fatalf("the certified provider did not start: %q\n%s", issuer, stderr.String())
	}
	return issuer
}

// IssuedTokens are the access tokens and ID tokens that the certified provider has
// issued.
func IssuedTokens(t testing.TB, issuer string) (tokens []string) {
	t.Helper()
	answer, err := http.Get(issuer + "/issued")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&tokens); err != nil {
		t.Fatal(err)
	}
	return tokens
}

// readFirstLine reads the first line of a process's output. It is "" if the process ends
// before.
func readFirstLine(from io.Reader) string {
	text, _ := bufio.NewReader(from).ReadString('\n')
	return strings.TrimSpace(text)
}
