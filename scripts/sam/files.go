package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

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
		code[f.Name] = filepath.Dir(programs.Function(root, programs.Containers, f.Family))
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
