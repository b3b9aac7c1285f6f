package main

import (
	"slices"
	"strings"
	"testing"

	"stint/functions"
)

// maxResources is below CloudFormation's limit of 500 per stack, to leave room for new
// routes.
const maxResources = 450

// wantMethods are the methods that the route tables need, in the form
// "method path function".
func wantMethods() []string {
	all := []string{
		"ANY / " + functions.Fallback,
		"ANY /{proxy+} " + functions.Fallback,
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

// gotMethods are the methods of the template, in the same form.
func gotMethods(t *testing.T, tm template) []string {
	t.Helper()
	paths, lambdas := tm.paths(t), tm.ofType("AWS::Lambda::Function")
	var all []string
	for name, m := range tm.ofType("AWS::ApiGateway::Method") {
		path := "/"
		if id, below := reference(m.Properties["ResourceId"]); below {
			path = paths[id]
		}
		integration := m.Properties["Integration"].(map[string]any)
		if integration["Type"] != "AWS_PROXY" {
			t.Errorf("%s is integrated by %v, want AWS_PROXY", name, integration["Type"])
		}
		_, target, _ := strings.Cut(flatten(t, integration["Uri"]), "/functions/{")
		target, _, _ = strings.Cut(target, ".Arn}")
		description := lambdas[target].Properties["Description"].(string)
		_, family, _ := strings.Cut(description, ": ")
		all = append(all, m.Properties["HttpMethod"].(string)+" "+path+" "+family)
	}
	return sorted(all)
}

func TestEveryRouteLeadsToItsFunctionAndNothingElseDoes(t *testing.T) {
	want, got := wantMethods(), gotMethods(t, standardTemplate(t))
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("methods\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The gateway refuses two parameter names below one parent. CloudFormation would only
// find that in the middle of a deployment.
func TestSiblingParametersShareAName(t *testing.T) {
	names := map[string]string{}
	for _, path := range standardTemplate(t).paths(t) {
		cut := strings.LastIndex(path, "/")
		parent, part := path[:cut], path[cut+1:]
		if !strings.HasPrefix(part, "{") {
			continue
		}
		if other := names[parent]; other != "" && other != part {
			t.Errorf("below %q are %s and %s", parent, other, part)
		}
		names[parent] = part
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
		t.Errorf("%d resources, want %d at most: API resources take most of them", n, maxResources)
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
		got[s["HttpMethod"].(string)+" /"+strings.TrimPrefix(path, "/")] = text(s["ThrottlingRateLimit"]) + " " + text(s["ThrottlingBurstLimit"])
	}
	wantSame(t, got, want)
}

func TestBodiesArriveByteForByte(t *testing.T) {
	types := standardTemplate(t).only(t, "AWS::ApiGateway::RestApi").Properties["BinaryMediaTypes"].([]any)
	if len(types) != 1 || types[0] != "*/*" {
		t.Errorf("binary media types %v, want */*", types)
	}
}

func TestEveryFunctionMayBeCalledByTheGatewayOnce(t *testing.T) {
	tm := standardTemplate(t)
	called := map[string]int{}
	for name, p := range tm.ofType("AWS::Lambda::Permission") {
		if strings.HasPrefix(name, constructID(functions.Worker)) {
			continue
		}
		called[flatten(t, p.Properties["FunctionName"])]++
		if source := flatten(t, p.Properties["SourceArn"]); !strings.Contains(source, "{Api") || p.Properties["Principal"] != "apigateway.amazonaws.com" {
			t.Errorf("%s lets %v call from %s", name, p.Properties["Principal"], source)
		}
	}
	for name := range tm.ofType("AWS::Lambda::Function") {
		if strings.HasPrefix(name, constructID(functions.Worker)) {
			continue
		}
		if called["{"+name+".Arn}"] != 1 {
			t.Errorf("function %s has %d permissions, want 1", name, called["{"+name+".Arn}"])
		}
	}
}

func TestCustomDomain(t *testing.T) {
	s := defaultSettings(t)
	s.Domain, s.Certificate = "api.example.com", "arn:aws:acm:eu-central-1:111122223333:certificate/0a1b"
	tm := parse(t, synth(t, s))
	for function, variables := range tm.environments(t) {
		if variables["PUBLIC_URL"] != "https://api.example.com" {
			t.Errorf("%s: PUBLIC_URL %s", function, variables["PUBLIC_URL"])
		}
	}
	if tm.only(t, "AWS::ApiGateway::RestApi").Properties["DisableExecuteApiEndpoint"] != true {
		t.Error("the gateway's own URL still works in addition to the domain")
	}
	if domain := tm.only(t, "AWS::ApiGateway::DomainName").Properties; domain["DomainName"] != "api.example.com" || domain["SecurityPolicy"] != "TLS_1_2" {
		t.Errorf("domain %v", domain)
	}
	tm.only(t, "AWS::ApiGateway::BasePathMapping")
}
