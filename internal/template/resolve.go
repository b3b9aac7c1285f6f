package template

import (
	"fmt"
	"regexp"
	"strings"
)

// Names says what a reference stands for: a resource's, or one of its
// attributes ("" is the resource itself). AWS::Region and its like are names
// as well. The second result is false for what it does not know.
type Names func(name, attribute string) (string, bool)

// Text resolves a value to a text: one that holds no reference, Ref,
// Fn::GetAtt, Fn::Join or Fn::Sub of a text.
func Text(value any, names Names) (string, error) {
	switch v := value.(type) {
	case string:
		return v, nil
	case map[string]any:
		if len(v) == 1 {
			for function, argument := range v {
				return call(function, argument, names)
			}
		}
	}
	return "", fmt.Errorf("this is no text: %v", value)
}

func call(function string, argument any, names Names) (string, error) {
	switch function {
	case "Ref":
		if name, ok := argument.(string); ok {
			return named(name, "", names)
		}
	case "Fn::GetAtt":
		if name, attribute, ok := attributeOf(argument); ok {
			return named(name, attribute, names)
		}
	case "Fn::Join":
		if parts, ok := argument.([]any); ok && len(parts) == 2 {
			return join(parts, names)
		}
	case "Fn::Sub":
		if text, ok := argument.(string); ok {
			return substitute(text, names)
		}
	}
	return "", fmt.Errorf("%s of %v is not understood", function, argument)
}

func named(name, attribute string, names Names) (string, error) {
	if text, ok := names(name, attribute); ok {
		return text, nil
	}
	return "", fmt.Errorf("nothing is known of %s %s", name, attribute)
}

// attributeOf reads both forms of Fn::GetAtt.
func attributeOf(argument any) (name, attribute string, ok bool) {
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

func join(parts []any, names Names) (string, error) {
	separator, ok1 := parts[0].(string)
	list, ok2 := parts[1].([]any)
	if !ok1 || !ok2 {
		return "", fmt.Errorf("Fn::Join of %v is not understood", parts)
	}
	texts := make([]string, len(list))
	for i, part := range list {
		var err error
		if texts[i], err = Text(part, names); err != nil {
			return "", err
		}
	}
	return strings.Join(texts, separator), nil
}

var variable = regexp.MustCompile(`\$\{([^!}][^}]*)\}`)

func substitute(text string, names Names) (_ string, err error) {
	out := variable.ReplaceAllStringFunc(text, func(v string) string {
		name, attribute, _ := strings.Cut(v[2:len(v)-1], ".")
		value, failed := named(name, attribute, names)
		if failed != nil {
			err = failed
		}
		return value
	})
	return strings.ReplaceAll(out, "${!", "${"), err
}
