package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"stint/internal/programs"
	"stint/internal/template"
)

// tableName is the name of the table in every run.
const tableName = "stint-sam"

func templatePath(o options) string    { return filepath.Join(o.folder, "template.json") }
func environmentPath(o options) string { return filepath.Join(o.folder, "environment.json") }

// writeFiles writes the two files for sam: the template with the local code, and the
// settings of each function. The port is that of the local DynamoDB and KMS.
func writeFiles(t *template.Template, o options, port int) error {
	text, err := deriveTemplate(t, o)
	if err != nil {
		return err
	}
	settings, err := encodeSettings(t, o, port)
	if err != nil {
		return err
	}
	if err := os.WriteFile(templatePath(o), text, 0o600); err != nil {
		return err
	}
	return os.WriteFile(environmentPath(o), settings, 0o600)
}

// deriveTemplate sets the code of every function to a folder, as sam expects. It adds
// the local settings with empty values, because sam only overrides settings that are
// in the template.
func deriveTemplate(t *template.Template, o options) ([]byte, error) {
	functions, err := t.Functions()
	if err != nil {
		return nil, err
	}
	root, err := filepath.Abs(o.root)
	if err != nil {
		return nil, err
	}
	code := map[string]any{}
	for _, f := range functions {
		code[f.Name] = filepath.Dir(programs.FunctionPath(root, programs.Containers, f.Family))
	}
	return t.Derive(template.Overrides{Code: code, ReferToFunctions: true, Environment: map[string]any{
		"DYNAMODB_ENDPOINT": "", "KMS_ENDPOINT": "", "SES_ENDPOINT": "", "PUBLIC_URL": apiURL(o),
	}})
}

// localSettings are a function's settings of the template with the addresses of this
// machine. The endpoint is that of DynamoDB, KMS and SES.
func localSettings(t *template.Template, f template.Function, o options, endpoint string) (map[string]string, error) {
	settings, err := f.Settings(t.LocalNames(tableName))
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"DYNAMODB_ENDPOINT", "KMS_ENDPOINT", "SES_ENDPOINT"} {
		settings[name] = endpoint
	}
	settings["PUBLIC_URL"] = apiURL(o)
	return settings, nil
}

// encodeSettings makes sam's file of settings. Each function has the template's
// settings with the addresses of this machine.
func encodeSettings(t *template.Template, o options, port int) ([]byte, error) {
	functions, err := t.Functions()
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]string{}
	for _, f := range functions {
		if all[f.Name], err = localSettings(t, f, o, fmt.Sprintf("http://%s:%d", hostName, port)); err != nil {
			return nil, err
		}
	}
	return json.MarshalIndent(all, "", "  ")
}

// tools finds and runs programs of this machine.
type tools interface {
	// Find reports whether a program is on the PATH.
	Find(program string) bool
	// Output runs a program and returns its trimmed output.
	Output(ctx context.Context, program string, arguments ...string) (string, error)
}

type localTools struct{}

func (localTools) Find(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

func (localTools) Output(ctx context.Context, program string, arguments ...string) (string, error) {
	out, err := exec.CommandContext(ctx, program, arguments...).Output()
	return strings.TrimSpace(string(out)), err
}

// Errors of missing tools, which say how to get them.
var (
	errNoSAM = errors.New("the AWS SAM command line is not installed: see " +
		"https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/install-sam-cli.html")
	errNoDocker = errors.New("docker is not installed, and sam runs functions in containers: see " +
		"https://docs.docker.com/get-docker/")
	errDockerStopped = errors.New("docker does not answer: start it, and check with docker info that you may use it")
)

// dockerTimeout bounds the wait for Docker's answer.
const dockerTimeout = 20 * time.Second

// checkTools reports the first missing tool as an error.
func checkTools(ctx context.Context, tools tools) error {
	if !tools.Find("sam") {
		return errNoSAM
	}
	if !tools.Find("docker") {
		return errNoDocker
	}
	ctx, cancel := context.WithTimeout(ctx, dockerTimeout)
	defer cancel()
	if _, err := tools.Output(ctx, "docker", "info", "--format", "{{.ServerVersion}}"); err != nil {
		return errDockerStopped
	}
	return nil
}
