package template

import (
	"fmt"
	"regexp"
	"strings"
)

// Resolver returns the value of a reference to an attribute of a resource. The
// attribute "" refers to the resource itself. Pseudo parameters such as AWS::Region
// are names too. The second result is false for unknown names.
type Resolver func(name, attribute string) (string, bool)

// ResolveText resolves a value to a string. The value is a plain string, Ref,
// Fn::GetAtt, Fn::Join, or Fn::Sub of a string. Errors: any other value, or a name
// that the resolver does not know.
func ResolveText(value any, names Resolver) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case map[string]any:
		if len(v) == 1 {
			for function, argument := range v {
				return resolveFunction(function, argument, names)
			}
		}
	}
	return "", fmt.Errorf("%v is not a string", value)
}

func resolveFunction(function string, argument any, names Resolver) (string, error) {
	switch function {
	case "Ref":
		if name, ok := argument.(string); ok {
			return resolveName(name, "", names)
		}
	case "Fn::GetAtt":
		if name, attribute, ok := parseGetAtt(argument); ok {
			return resolveName(name, attribute, names)
		}
	case "Fn::Join":
		if parts, ok := argument.([]any); ok && len(parts) == 2 {
			return resolveJoin(parts, names)
		}
	case "Fn::Sub":
		if text, ok := argument.(string); ok {
			return resolveSub(text, names)
		}
	}
	return "", fmt.Errorf("%s of %v is not understood", function, argument)
}

func resolveName(name, attribute string, names Resolver) (string, error) {
	if text, ok := names(name, attribute); ok {
		return text, nil
	}
	return "", fmt.Errorf("nothing is known of %s %s", name, attribute)
}

// parseGetAtt reads the two forms of Fn::GetAtt: a list and a string with a dot.
func parseGetAtt(argument any) (name, attribute string, ok bool) {
	switch v := argument.(type) {
	case string:
		return strings.Cut(v, ".")
	case []any:
		if len(v) == 2 {
			name, ok1 := v[0].(string)
			attribute, ok2 := v[1].(string)
			return name, attribute, ok1 && ok2
		}
	}
	return "", "", false
}

func resolveJoin(parts []any, names Resolver) (string, error) {
	separator, ok1 := parts[0].(string)
	list, ok2 := parts[1].([]any)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("Fn::Join of %v is not understood", parts)
	}
	texts := make([]string, len(list))
	for i, part := range list {
		var err error
		if texts[i], err = ResolveText(part, names); err != nil {
			return "", err
		}
	}
	return strings.Join(texts, separator), nil
}

var variablePattern = regexp.MustCompile(`\$\{([^!}][^}]*)\}`)

func resolveSub(text string, names Resolver) (_ string, err error) {
	out := variablePattern.ReplaceAllStringFunc(text, func(v string) string {
		name, attribute, _ := strings.Cut(v[2:len(v)-1], ".")
		value, failed := resolveName(name, attribute, names)
		if failed != nil {
			err = failed
		}
		return value
	})
	return strings.ReplaceAll(out, "${!", "${"), err
}
