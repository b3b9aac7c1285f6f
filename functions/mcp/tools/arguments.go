package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stint/shared/pattern"
)

// explainArguments makes a failure of what the protocol says about arguments that do not have the form of the schema,
// so that all failures of tools have one form.
func explainArguments(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
		if sent, is := request.(*sdk.CallToolRequest); is {
			sent.Params.Arguments = withoutNulls(sent.Params.Arguments)
		}
		result, err := next(ctx, method, request)
		if called, is := result.(*sdk.CallToolResult); is && err == nil && called.IsError {
			if text, isForm := argumentError(called.GetError()); isForm {
				called.Content = nil // which the error replaces
				called.SetError(newArgumentFailure(text))
			}
		}
		return result, err
	}
}

// withoutNulls leaves out properties that are null, because many agents send all properties and mean absent ones. What
// is no object stays as it is.
func withoutNulls(arguments json.RawMessage) json.RawMessage {
	if !bytes.Contains(arguments, []byte("null")) {
		return arguments
	}
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.UseNumber()
	var all any
	if decoder.Decode(&all) != nil {
		return arguments
	}
	text, err := json.Marshal(dropNulls(all))
	if err != nil {
		return arguments
	}
	return text
}

func dropNulls(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for name, property := range value {
			if value[name] = dropNulls(property); property == nil {
				delete(value, name)
			}
		}
	case []any:
		for i := range value {
			value[i] = dropNulls(value[i])
		}
	}
	return value
}

// argumentError is what the protocol says about the form of arguments.
func argumentError(err error) (text string, is bool) {
	if err == nil {
		return "", false
	}
	if text, is = strings.CutPrefix(err.Error(), `validating "arguments": `); is {
		return text, true
	}
	return err.Error(), strings.HasPrefix(err.Error(), "json: ") // a number that is too large
}

// How the protocol names the properties that are wrong.
var (
	wideNumber  = pattern.New(`Go struct field \w+\.\w+\.(\S+) of type`)
	wrongPath   = pattern.New(`^.*validating (/properties/\S+): (.*)$`) // the last one
	typePattern = pattern.New(`^type: .* has type "\w+", want (?:one of )?"(.*)"$`)
	listedName  = pattern.New(`"([^"]+)"`)
)

// maxNamed bounds the properties that a failure names.
const maxNamed = 100

// newArgumentFailure names the properties that are wrong: the last path of the text, and what is missing or unknown
// below it.
func newArgumentFailure(text string) failure {
	if wide := wideNumber.FindStringSubmatch(text); wide != nil {
		return failure{Code: "validation", Errors: []failureField{{Field: wide[1], Code: "type_invalid"}}}
	}
	above, message := "", text
	if last := wrongPath.FindStringSubmatch(text); last != nil {
		above, message = propertyOf(last[1]), last[2]
	}
	f := failure{Code: "validation"}
	for code, words := range map[string]string{"required": "required: missing properties: ",
		"unknown_property": "unexpected additional properties "} {
		_, list, _ := strings.Cut(message, words)
		for _, name := range listedName.FindAllStringSubmatch(list) {
			if len(f.Errors) == maxNamed {
				break
			}
			f.Errors = append(f.Errors, failureField{Field: strings.TrimPrefix(above+"."+name[1], "."), Code: code})
		}
	}
	if len(f.Errors) == 0 {
		f.Errors = []failureField{{Field: above, Code: "type_invalid", Message: expectedType(message)}}
	}
	return f
}

// expectedType is the part of a message without what was sent; "" if it has none.
func expectedType(message string) string {
	found := typePattern.FindStringSubmatch(message)
	if found == nil {
		return ""
	}
	return "It has another type than " + strings.Trim(found[1], `"`) + "."
}

// propertyOf is the name of the property that a path of the schema leads to.
func propertyOf(path string) string {
	path = strings.ReplaceAll(strings.ReplaceAll(path, "/items", "[]"), "/properties/", ".")
	return strings.TrimPrefix(path, ".")
}
