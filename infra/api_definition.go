package main

import (
	"fmt"
	"strings"

	"stint/shared/boot"
	"stint/shared/gateway"
)

// definition is a part of an OpenAPI document.
type definition = map[string]any

// anyMethod is API Gateway's name of the method for all methods without their own.
const anyMethod = "x-amazon-apigateway-any-method"

// apiDefinition is the API as one OpenAPI document for API Gateway: every path with the
// function that it calls, and the gateway's own responses. It is one resource of the
// stack. Resources and methods of their own would be about 450 of CloudFormation's 500.
// It names the functions and does not refer to them: they have the URL of the API in
// their settings, and two resources cannot refer to each other.
func (st *stack) apiDefinition() definition {
	paths := definition{}
	for _, f := range st.families {
		for _, spec := range f.Routes {
			path := gatewayPath(spec.Path)
			st.addMethod(paths, path, anyMethod, f.Name)
			if hasOwnMethod(spec) {
				st.addMethod(paths, path, strings.ToLower(spec.Method), f.Name)
			}
		}
	}
	for _, path := range []string{"/", "/{proxy+}"} { // whatever no route has
		st.addMethod(paths, path, anyMethod, boot.Fallback)
	}
	return definition{
		"openapi":                                "3.0.1",
		"info":                                   definition{"title": "stint-" + st.settings.Stage, "version": "v1"},
		"paths":                                  paths,
		"x-amazon-apigateway-binary-media-types": gateway.BinaryMediaTypes(),
		"x-amazon-apigateway-gateway-responses":  st.gatewayResponseDefinitions(),
	}
}

// addMethod leads a method of a path to the function of a family.
func (st *stack) addMethod(paths definition, path, method, family string) {
	if paths[path] == nil {
		paths[path] = definition{}
	}
	paths[path].(definition)[method] = definition{
		"parameters": pathParameters(path),
		"responses":  definition{},
		"x-amazon-apigateway-integration": definition{
			"type": "aws_proxy", "httpMethod": "POST", "uri": st.invocationURI(family), "passthroughBehavior": "when_no_match",
		},
	}
}

// invocationURI is the address at which API Gateway calls the function of a family.
func (st *stack) invocationURI(family string) string {
	partition, region := *st.root.Partition(), *st.root.Region()
	function := fmt.Sprintf("arn:%s:lambda:%s:%s:function:%s", partition, region, *st.root.Account(),
		st.functionName(family))
	return fmt.Sprintf("arn:%s:apigateway:%s:lambda:path/2015-03-31/functions/%s/invocations", partition, region, function)
}

// pathParameters declares the parameters of a path.
func pathParameters(path string) []any {
	all := []any{}
	for _, part := range strings.Split(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			all = append(all, definition{
				"name": strings.TrimRight(name, "+}"), "in": "path", "required": true, "schema": definition{"type": "string"},
			})
		}
	}
	return all
}
