package template

import (
	"fmt"
	"strings"
)

// Route is a method of the API.
type Route struct {
	Method   string // ANY is every method without its own route
	Path     string // with parameters in braces; {name+} takes the rest of the path
	Function string // logical name of the function
}

// Routes reads the methods of the API with the functions that they call.
func (t *Template) Routes() ([]Route, error) {
	var all []Route
	for _, name := range t.OfType("AWS::ApiGateway::Method") {
		m := t.Resources[name].Properties
		path, err := t.resourcePath(m["ResourceId"])
		if err != nil {
			return nil, fmt.Errorf("method %s: %w", name, err)
		}
		function, err := t.integrationTarget(m)
		if err != nil {
			return nil, fmt.Errorf("method %s: %w", name, err)
		}
		method, _ := m["HttpMethod"].(string)
		all = append(all, Route{method, max(path, "/"), function})
	}
	return all, nil
}

// resourcePath is the path of an API resource; "" is the path of the root.
func (t *Template) resourcePath(id any) (string, error) {
	reference, _ := id.(map[string]any)
	if _, isRoot := reference["Fn::GetAtt"]; isRoot {
		return "", nil
	}
	name, _ := reference["Ref"].(string)
	r := t.Resources[name]
	if r == nil || r.Type != "AWS::ApiGateway::Resource" {
		return "", fmt.Errorf("%v is not a resource of the API", id)
	}
	parent, err := t.resourcePath(r.Properties["ParentId"])
	part, _ := r.Properties["PathPart"].(string)
	return parent + "/" + part, err
}

// integrationTarget is the function that a method's integration calls.
func (t *Template) integrationTarget(method map[string]any) (string, error) {
	integration, _ := method["Integration"].(map[string]any)
	if integration["Type"] != "AWS_PROXY" {
		return "", fmt.Errorf("its integration is %v, not AWS_PROXY", integration["Type"])
	}
	uri, err := ResolveText(integration["Uri"], func(name, attribute string) (string, bool) {
		if attribute == "Arn" {
			return "{" + name + "}", true
		}
		return name, attribute == ""
	})
	if err != nil {
		return "", err
	}
	_, name, _ := strings.Cut(uri, "/functions/{")
	name, _, ok := strings.Cut(name, "}/invocations")
	if r := t.Resources[name]; !ok || r == nil || r.Type != "AWS::Lambda::Function" {
		return "", fmt.Errorf("%s calls no function of the template", uri)
	}
	return name, nil
}
