package template

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"strings"
)

// Overrides are the values that a derived template has in place of the template's.
type Overrides struct {
	Code        map[string]any // the property Code of functions, by logical name
	Environment map[string]any // settings of all functions, by name
	Outputs     map[string]any // values of outputs, by name

	// ReferToFunctions makes the API refer to its functions by Fn::Sub, the only form that SAM
	// resolves. Functions that refer to the API as well make a circle, which LocalStack refuses.
	ReferToFunctions bool
}

// Derive makes the text of a template for a deployment outside of AWS, for functions
// on this machine's processor. It leaves out the parameters and rules, which only a
// bootstrapped AWS account satisfies, the protections against deletion, and the tags of
// event sources. Errors: a function is without code, and the template streams responses, which neither SAM nor
// LocalStack does.
func (t *Template) Derive(c Overrides) ([]byte, error) {
	var all map[string]any
	if err := json.Unmarshal(t.text, &all); err != nil {
		return nil, err
	}
	delete(all, "Parameters")
	delete(all, "Rules")
	resources, _ := all["Resources"].(map[string]any)
	for name, each := range resources {
		resource, _ := each.(map[string]any)
		properties, _ := resource["Properties"].(map[string]any)
		switch resource["Type"] {
		case "AWS::Lambda::Function":
			if c.Code[name] == nil {
				return nil, fmt.Errorf("function %s has no code here", name)
			}
			c.overrideFunction(name, properties)
		case "AWS::ApiGateway::RestApi":
			body, _ := properties["Body"].(map[string]any)
			if err := errors.Join(eachMethod(body, refuseStream), c.referToFunctions(t, body)); err != nil {
				return nil, err
			}
		case "AWS::DynamoDB::Table":
			delete(properties, "DeletionProtectionEnabled")
		case "AWS::Lambda::EventSourceMapping":
			delete(properties, "Tags") // LocalStack 3.8 expects another form
		}
		delete(resource, "DeletionPolicy")
		delete(resource, "UpdateReplacePolicy")
	}
	outputs, _ := all["Outputs"].(map[string]any)
	for name, value := range c.Outputs {
		if output, ok := outputs[name].(map[string]any); ok {
			output["Value"] = value
		}
	}
	return encode(all)
}

func (c Overrides) overrideFunction(name string, properties map[string]any) {
	properties["Code"] = c.Code[name]
	properties["Architectures"] = []string{Architecture()}
	environment, _ := properties["Environment"].(map[string]any)
	variables, _ := environment["Variables"].(map[string]any)
	all := map[string]any{}
	maps.Copy(all, variables)
	maps.Copy(all, c.Environment)
	properties["Environment"] = map[string]any{"Variables": all}
}

// refuseStream is the error of a method whose responses are streamed.
func refuseStream(_, _ string, method map[string]any) error {
	if called, _ := method[integration].(map[string]any); isStreamed(called) {
		return errors.New("its responses are streamed: make the template with streaming=false")
	}
	return nil
}

// referToFunctions changes the URIs of a definition if the overrides say so.
func (c Overrides) referToFunctions(t *Template, body map[string]any) error {
	if !c.ReferToFunctions {
		return nil
	}
	return eachMethod(body, t.setIntegrationURI)
}

// setIntegrationURI writes the URI of a method's function as Fn::Sub.
func (t *Template) setIntegrationURI(_, _ string, method map[string]any) error {
	called, _ := method[integration].(map[string]any)
	function, err := t.integrationTarget(called)
	if err != nil {
		return err
	}
	called["uri"] = map[string]any{
		"Fn::Sub": "arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${" + function + ".Arn}/invocations",
	}
	return nil
}

// Architecture is Lambda's name of this machine's processor architecture.
func Architecture() string {
	if runtime.GOARCH == "arm64" {
		return "arm64"
	}
	return "x86_64"
}

func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(value)
	return out.Bytes(), err
}

// The region and account of a stack outside of AWS.
const (
	Region  = "us-east-1"
	account = "000000000000"
)

// LocalNames resolves references of a stack outside of AWS. The table has the given
// name, all other resources have their logical names.
func (t *Template) LocalNames(table string) Resolver {
	pseudo := map[string]string{
		"AWS::Region": Region, "AWS::AccountId": account, "AWS::Partition": "aws", "AWS::URLSuffix": "amazonaws.com",
		"AWS::StackName": t.Stack,
	}
	return func(name, attribute string) (string, bool) {
		if text, ok := pseudo[name]; ok && attribute == "" {
			return text, true
		}
		r := t.Resources[name]
		switch {
		case r == nil:
			return "", false
		case attribute == "" && r.Type == "AWS::DynamoDB::Table":
			return table, true
		case attribute == "" && r.Type == "AWS::ApiGateway::RestApi":
			return strings.ToLower(name), true // it is part of a host name
		case attribute == "":
			return name, true
		case attribute == "Arn" && r.Type == "AWS::KMS::Key":
			return arn("kms", "key/"+name), true
		case attribute == "Arn" && r.Type == "AWS::Lambda::Function":
			return arn("lambda", "function:"+name), true
		}
		return "", false
	}
}

func arn(service, resource string) string {
	return strings.Join([]string{"arn:aws", service, Region, account, resource}, ":")
}
