package template_test

import (
	"strings"
	"testing"

	"stint/internal/template"
)

func TestATemplateIsDerivedForThisMachine(t *testing.T) {
	t.Parallel()
	text := strings.Replace(small, `{
  "Resources": {`, `{
  "Parameters": {"BootstrapVersion": {"Type": "String"}}, "Rules": {"Check": {}},
  "Resources": {`, 1)
	text = strings.Replace(text, `"BillingMode"`, `"DeletionProtectionEnabled": true, "BillingMode"`, 1)
	text = strings.Replace(text, `"Key": {`,
		`"Source": {"Type": "AWS::Lambda::EventSourceMapping", "Properties": {"Tags": [{"Key": "app", "Value": "stint"}]}}, "Key": {`, 1)
	out, err := must(t, text).Derive(template.Overrides{
		Code:        map[string]any{"Function": "/code/things"},
		Environment: map[string]any{"N": "6", "DYNAMODB_ENDPOINT": "http://here"},
		Outputs:     map[string]any{"PublicUrl": "http://here"},

		ReferToFunctions: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{"Bootstrap", "Rules", "DeletionProtection", ".aws/live", "Fn::Join", `"abc.zip"`,
		`"Tags"`} {
		if strings.Contains(string(out), gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	for _, there := range []string{
		`"Code": "/code/things"`, template.Architecture(), `"N": "6"`, `"DYNAMODB_ENDPOINT": "http://here"`,
		`"Value": "http://here"`, `"Value": "o"`,
		`"Fn::Sub": "arn:aws:apigateway:${AWS::Region}:lambda:path/2015-03-31/functions/${Function.Arn}/invocations"`,
	} {
		if !strings.Contains(string(out), there) {
			t.Errorf("%s is not there\n%s", there, out)
		}
	}
	again := must(t, strings.Replace(string(out), `"/code/things"`, `{"S3Key": "x.zip"}`, 1))
	if routes, err := again.Routes(); err != nil || len(routes) != 2 || routes[1].Function != "Function" {
		t.Errorf("routes of what was derived: %+v, %v", routes, err)
	}
}

func TestAFunctionWithoutCodeIsNotDerived(t *testing.T) {
	t.Parallel()
	if _, err := must(t, small).Derive(template.Overrides{}); err == nil ||
		!strings.Contains(err.Error(), "function Function has no code here") {
		t.Errorf("error %v", err)
	}
}

// A function refers to the API by its address. An API that refers to the function as well makes a
// circle, so only SAM gets one, which does not look at the order.
func TestTheAPINamesItsFunctionsByDefault(t *testing.T) {
	t.Parallel()
	for refer, want := range map[bool]bool{false: false, true: true} {
		out, err := must(t, small).Derive(template.Overrides{Code: map[string]any{"Function": "/code"},
			ReferToFunctions: refer})
		if err != nil {
			t.Fatal(err)
		}
		if got := !strings.Contains(string(out), ":function:stint-live-meta/invocations"); got != want {
			t.Errorf("ReferToFunctions %v: the API refers to its functions: %v", refer, got)
		}
	}
}

// Neither SAM nor LocalStack streams, so a template that streams is no good there. Its routes say what is streamed.
func TestAStreamIsNotDerived(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(small, `/invocations`, `/response-streaming-invocations`)
	text = strings.ReplaceAll(text, `"type": "aws_proxy"`, `"type": "aws_proxy", "responseTransferMode": "STREAM"`)
	streaming := must(t, text)
	if routes, err := streaming.Routes(); err != nil || !routes[0].Streams || routes[0].Function != "Function" {
		t.Errorf("routes %+v, %v", routes, err)
	}
	if routes, err := must(t, small).Routes(); err != nil || routes[0].Streams {
		t.Errorf("routes without streams %+v, %v", routes, err)
	}
	_, err := streaming.Derive(template.Overrides{Code: map[string]any{"Function": "/code"}})
	if err == nil || !strings.Contains(err.Error(), "streaming=false") {
		t.Errorf("error %v", err)
	}
}
