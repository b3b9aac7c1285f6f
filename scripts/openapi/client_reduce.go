package main

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// publicPrefix is how the addresses of the public API begin. Sessions are for people at a page.
const publicPrefix = "/api/v1/"

// reduce returns the part of an OpenAPI document that the client is made from: the public API,
// and of its answers the successful ones. Problems have one form, which shared/client reads.
// Of the headers it leaves If-Match: the client sends the others itself.
func reduce(spec []byte) ([]byte, error) {
	var document object
	if err := json.Unmarshal(spec, &document); err != nil {
		return nil, err
	}
	paths := document.at("paths")
	maps.DeleteFunc(paths, func(path string, _ any) bool { return !strings.HasPrefix(path, publicPrefix) })
	for path := range paths {
		reducePath(paths.at(path))
	}
	delete(document.at("components"), "headers")
	delete(document.at("components"), "responses")
	delete(document, "tags")
	delete(document, "webhooks")
	maps.DeleteFunc(document.at("components").at("parameters"),
		func(name string, _ any) bool { return strings.HasPrefix(name, "Webhook") })
	document["info"] = object{"title": "Stint", "version": "v1"}
	prune(document)
	strip(map[string]any(document))
	return json.MarshalIndent(document, "", "  ")
}

// object is a JSON object.
type object map[string]any

// at returns the object under a name, nil if there is none.
func (o object) at(name string) object {
	value, _ := o[name].(map[string]any)
	return value
}

func (o object) list(name string) []any {
	value, _ := o[name].([]any)
	return value
}

func (o object) text(name string) string {
	value, _ := o[name].(string)
	return value
}

func reducePath(operations object) {
	for method := range operations {
		operation := operations.at(method)
		if operation.text("operationId") == "" {
			continue // parameters of the path
		}
		operation["operationId"] = strings.TrimSuffix(operation.text("operationId"), ".v1")
		if slices.ContainsFunc(operation.list("parameters"), isKey) {
			operation["x-takes-key"] = true
		}
		operation["parameters"] = slices.DeleteFunc(operation.list("parameters"), isSentByClient)
		responses := operation.at("responses")
		maps.DeleteFunc(responses, func(status string, _ any) bool { return !strings.HasPrefix(status, "2") })
		for status := range responses {
			delete(responses.at(status), "headers")
		}
	}
}

// isSentByClient reports whether a parameter is one that no caller sets: the client sends a key
// with every operation that takes one, and asks for no strict handling, so that it also speaks
// to an older service.
func isSentByClient(parameter any) bool { return isKey(parameter) || refersTo(parameter, "Prefer") }

func isKey(parameter any) bool { return refersTo(parameter, "IdempotencyKey") }

func refersTo(parameter any, name string) bool {
	reference, _ := parameter.(map[string]any)
	return object(reference).text("$ref") == "#/components/parameters/"+name
}
