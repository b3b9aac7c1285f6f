package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"stint/internal/template"
)

// stackTemplate is the part of a template that is compared.
type stackTemplate struct{ Resources map[string]template.Resource }

// readTemplate reads a template, or the answer of get-template with one.
func readTemplate(name string) (t stackTemplate, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return t, err
	}
	var answer struct{ TemplateBody json.RawMessage }
	if err := json.Unmarshal(text, &answer); err != nil {
		return t, fmt.Errorf("%s is no template in JSON: %w", name, err)
	}
	if answer.TemplateBody != nil {
		text = answer.TemplateBody
		var body string
		if json.Unmarshal(text, &body) == nil {
			text = []byte(body)
		}
	}
	if err := json.Unmarshal(text, &t); err != nil {
		return t, fmt.Errorf("%s is no template in JSON: %w", name, err)
	}
	if len(t.Resources) == 0 {
		return t, fmt.Errorf("%s has no resources", name)
	}
	return t, nil
}

// kind is what is known about a type of resources.
type kind struct {
	IsStateful bool
	Properties map[string]struct{ CausesReplacement string } // yes, no or maybe; "" is no
}

// readKinds reads the database of the CDK command line.
func readKinds(name string) (map[string]kind, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w (make tools brings it)", err)
	}
	defer file.Close()
	text, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	var database struct {
		Schema struct {
			Resource struct {
				Entities []struct {
					kind
					CloudFormationType string
				}
			}
		}
	}
	if err := json.NewDecoder(text).Decode(&database); err != nil {
		return nil, err
	}
	kinds := map[string]kind{}
	for _, entity := range database.Schema.Resource.Entities {
		kinds[entity.CloudFormationType] = entity.kind
	}
	if len(kinds) == 0 {
		return nil, errors.New(name + " has no resources: it has another form than upgradecheck knows")
	}
	return kinds, nil
}
