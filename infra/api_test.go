package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/route"
)

// maxResources is below CloudFormation's limit of 500 per stack, to leave room for new
// routes.
const maxResources = 300

// wantMethods are the methods that the route tables need, in the form
// "method path function".
func wantMethods() []string {
	all := []string{
		"ANY / " + boot.Fallback,
		"ANY /{proxy+} " + boot.Fallback,
	}
	for _, f := range functions.Families() {
		for _, spec := range f.Routes {
			if spec.LocalOnly {
				continue
			}
			path := gatewayPath(spec.Path)
			all = append(all, "ANY "+path+" "+f.Name)
			if spec.Throttle.PerSecond != 0 {
				all = append(all, spec.Method+" "+path+" "+f.Name)
			}
		}
	}
	return slices.Compact(sorted(all))
}

// definitionOf is the OpenAPI document from which API Gateway makes the API.
func definitionOf(t *testing.T, tm template) map[string]any {
	t.Helper()
	return tm.only(t, "AWS::ApiGateway::RestApi").Properties["Body"].(map[string]any)
}

// pathsOf are the paths of an API's definition, with their methods.
func pathsOf(t *testing.T, tm template) map[string]any {
	t.Helper()
	return definitionOf(t, tm)["paths"].(map[string]any)
}

// gotMethods are the methods of the template, in the same form.
func gotMethods(t *testing.T, tm template) []string {
	t.Helper()
	families := map[string]string{}
	for _, f := range tm.ofType("AWS::Lambda::Function") {
		_, family, _ := strings.Cut(f.Properties["Description"].(string), ": ")
		families[f.Properties["FunctionName"].(string)] = family
	}
	var all []string
	for path, methods := range pathsOf(t, tm) {
		for method, m := range methods.(map[string]any) {
			integration := m.(map[string]any)["x-amazon-apigateway-integration"].(map[string]any)
			if integration["type"] != "aws_proxy" || integration["httpMethod"] != "POST" {
				t.Errorf("%s %s is integrated by %v", method, path, integration)
			}
			_, name, _ := strings.Cut(flatten(t, integration["uri"]), ":function:")
			name, _, _ = strings.Cut(name, "/invocations")
			if method == anyMethod {
				method = "any"
			}
			all = append(all, strings.ToUpper(method)+" "+path+" "+families[name])
		}
	}
	return sorted(all)
}

func TestEveryRouteLeadsToItsFunctionAndNothingElseDoes(t *testing.T) {
	want, got := wantMethods(), gotMethods(t, standardTemplate(t))
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// With streaming, the paths whose routes stream are called in the way of streams, and their function is told. Without,
// none is. Such a path has no parameter, so that the function knows it by the name that the gateway gives it.
func TestStreamsAreASetting(t *testing.T) {
	for _, s := range []settings{defaultSettings(t), streamingSettings(t)} {
		tm := synthesised(t, s).template
		for _, f := range deployedFamilies() {
			for _, spec := range f.Routes {
				method := pathsOf(t, tm)[gatewayPath(spec.Path)].(map[string]any)[anyMethod].(map[string]any)
				called := method["x-amazon-apigateway-integration"].(map[string]any)
				isStreamed := strings.HasSuffix(flatten(t, called["uri"]), "/response-streaming-invocations")
				if want := s.Streaming && slices.Contains(route.StreamedPaths(f.Routes), spec.Path); isStreamed != want ||
					want != (called["responseTransferMode"] == "STREAM") || spec.Streams && len(spec.Params()) > 0 {
					t.Errorf("streaming %t, %s: %v", s.Streaming, spec.Path, called)
				}
			}
		}
		for _, f := range tm.ofType("AWS::Lambda::Function") {
			isTold := strings.Contains(fmt.Sprint(f.Properties["Environment"]), "STREAMING")
			isReports := strings.HasSuffix(f.Properties["Description"].(string), ": reports")
			if isTold != (s.Streaming && isReports) {
				t.Errorf("streaming %t, %s is told: %t", s.Streaming, f.Properties["Description"], isTold)
			}
		}
	}
}

// The gateway refuses two parameter names below one parent. CloudFormation would only
// find that in the middle of a deployment.
func TestSiblingParametersShareAName(t *testing.T) {
	names := map[string]string{}
	for path := range pathsOf(t, standardTemplate(t)) {
		parent := ""
		for _, part := range strings.Split(path, "/")[1:] {
			if other := names[parent]; strings.HasPrefix(part, "{") && other != "" && other != part {
				t.Errorf("below %q are %s and %s", parent, other, part)
			} else if strings.HasPrefix(part, "{") {
				names[parent] = part
			}
			parent += "/" + part
		}
	}
}

// Every parameter of a path is declared, or API Gateway would refuse the definition.
func TestParametersOfPathsAreDeclared(t *testing.T) {
	for path, methods := range pathsOf(t, standardTemplate(t)) {
		for method, m := range methods.(map[string]any) {
			declared := ""
			for _, p := range m.(map[string]any)["parameters"].([]any) {
				p := p.(map[string]any)
				declared += " " + p["name"].(string)
				if p["in"] != "path" || p["required"] != true {
					t.Errorf("%s %s: parameter %v", method, path, p)
				}
			}
			want := ""
			for _, part := range strings.Split(path, "/") {
				if strings.HasPrefix(part, "{") {
					want += " " + strings.Trim(part, "{+}")
				}
			}
			if declared != want {
				t.Errorf("%s %s declares%s, want%s", method, path, declared, want)
			}
		}
	}
}

// maxPathParts leaves room below API Gateway's limit of 300 resources in an API. Every
// part of a path is one.
const maxPathParts = 280

func TestTheAPIStaysWithinItsResources(t *testing.T) {
	parts := map[string]bool{}
	for path := range pathsOf(t, standardTemplate(t)) {
		for i := range path {
			if path[i] == '/' {
				parts[path[:i]] = true
			}
		}
		parts[path] = true
	}
	if len(parts) > maxPathParts {
		t.Errorf("%d parts of paths, want %d at most", len(parts), maxPathParts)
	}
}

// partPattern is what API Gateway takes as a part of a path, by the check that CDK makes
// in aws-apigateway's Resource: letters, digits and : . _ - $, or a parameter in braces.
// So the colon of /api/projects:upsert is allowed.
var partPattern = regexp.MustCompile(`^([a-zA-Z0-9:._$-]+|\{[a-zA-Z0-9._-]+\+?\})$`)

func TestEveryPartOfAPathIsAllowed(t *testing.T) {
	t.Parallel()
	for path := range pathsOf(t, standardTemplate(t)) {
		for _, part := range strings.Split(path, "/")[1:] {
			if path != "/" && !partPattern.MatchString(part) {
				t.Errorf("%s has the part %q", path, part)
			}
		}
	}
}

// A function that refers to the API cannot be referred to by the API, and a route must
// not be deployed before its function.
func TestTheAPIIsDeployedAfterItsFunctions(t *testing.T) {
	tm := standardTemplate(t)
	if text(definitionOf(t, tm)["paths"]) == "" || strings.Contains(text(definitionOf(t, tm)), "Fn::GetAtt") {
		t.Error("the definition refers to a resource")
	}
	waits := text(tm.only(t, "AWS::ApiGateway::Deployment").DependsOn)
	for name := range tm.ofType("AWS::Lambda::Function") {
		if !hasNoRoutes(name) && !strings.Contains(waits, name) {
			t.Errorf("the deployment does not wait for %s", name)
		}
	}
}

func TestParametersAreNamedByPosition(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/":                                      "/",
		"/api/entries:bulk":                      "/api/entries:bulk",
		"/api/projects/{id}":                     "/api/projects/{p1}",
		"/api/projects/{projectId}/members":      "/api/projects/{p1}/members",
		"/api/me/workspaces/{wid}/api-keys/{id}": "/api/me/workspaces/{p1}/api-keys/{p2}",
	} {
		if got := gatewayPath(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

func TestTheStackStaysWithinItsResources(t *testing.T) {
	if n := len(standardTemplate(t).Resources); n > maxResources {
		t.Errorf("%d resources, want %d at most", n, maxResources)
	}
}

func TestThrottling(t *testing.T) {
	want := map[string]string{"* /*": "1000 2000"}
	for _, spec := range functions.Routes() {
		if spec.Throttle.PerSecond != 0 && !spec.LocalOnly {
			want[spec.Method+" "+gatewayPath(spec.Path)] = text(spec.Throttle.PerSecond) + " " + text(spec.Throttle.Burst)
		}
	}
	settings := standardTemplate(t).only(t, "AWS::ApiGateway::Stage").Properties["MethodSettings"].([]any)
	got := map[string]string{}
	for _, each := range settings {
		s := each.(map[string]any)
		// The first slash is written as such, all others as ~1.
		path := strings.ReplaceAll(strings.TrimPrefix(s["ResourcePath"].(string), "/~1"), "~1", "/")
		got[s["HttpMethod"].(string)+" /"+strings.TrimPrefix(path, "/")] = text(s["ThrottlingRateLimit"]) + " " +
			text(s["ThrottlingBurstLimit"])
	}
	wantSame(t, got, want)
}

func TestBodiesArriveByteForByte(t *testing.T) {
	types := definitionOf(t, standardTemplate(t))["x-amazon-apigateway-binary-media-types"].([]any)
	if len(types) != 1 || types[0] != "*/*" {
		t.Errorf("binary media types %v, want */*", types)
	}
}

func TestEveryFunctionMayBeCalledByTheGatewayOnce(t *testing.T) {
	tm := standardTemplate(t)
	called := map[string]int{}
	for name, p := range tm.ofType("AWS::Lambda::Permission") {
		if hasNoRoutes(name) {
			continue
		}
		called[flatten(t, p.Properties["FunctionName"])]++
		if source := flatten(t, p.Properties["SourceArn"]); !strings.Contains(source, "{Gateway") ||
			p.Properties["Principal"] != "apigateway.amazonaws.com" {
			t.Errorf("%s lets %v call from %s", name, p.Properties["Principal"], source)
		}
	}
	for name := range tm.ofType("AWS::Lambda::Function") {
		if hasNoRoutes(name) {
			continue
		}
		if called["{"+name+".Arn}"] != 1 {
			t.Errorf("function %s has %d permissions, want 1", name, called["{"+name+".Arn}"])
		}
	}
}

func TestCustomDomain(t *testing.T) {
	tm := fullTemplate(t)
	for function, variables := range tm.environments(t) {
		if variables["PUBLIC_URL"] != "https://api.example.com" {
			t.Errorf("%s: PUBLIC_URL %s", function, variables["PUBLIC_URL"])
		}
	}
	if tm.only(t, "AWS::ApiGateway::RestApi").Properties["DisableExecuteApiEndpoint"] != true {
		t.Error("the gateway's own URL still works in addition to the domain")
	}
	if domain := tm.only(t, "AWS::ApiGateway::DomainName").Properties; domain["DomainName"] != "api.example.com" ||
		domain["SecurityPolicy"] != "TLS_1_2" {
		t.Errorf("domain %v", domain)
	}
	tm.only(t, "AWS::ApiGateway::BasePathMapping")
}
