package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Resources that refer to each other in a circle cannot be made in any order.
func TestNoResourcesReferToEachOtherInACircle(t *testing.T) {
	wantNoCircle(t, []byte(standardText(t)))
	circle :=
		`{"Resources": {"A": {"Properties": {"X": {"Fn::Sub": "${B.Arn}"}}}, "B": {"DependsOn": ["C"]}, "C": {"X": {"Ref": "A"}}, "D": {}}}`
	if got := inCircles(t, []byte(circle)); !slices.Equal(got, []string{"A", "B", "C"}) {
		t.Errorf("resources in a circle: %v", got)
	}
}

func wantNoCircle(t *testing.T, text []byte) {
	t.Helper()
	if names := inCircles(t, text); len(names) > 0 {
		t.Errorf("these resources refer to each other in a circle, or to one that does: %v", names)
	}
}

// inCircles lists the resources of a template that cannot be made one after the other.
func inCircles(t *testing.T, text []byte) (left []string) {
	t.Helper()
	var template struct{ Resources map[string]any }
	if err := json.Unmarshal(text, &template); err != nil {
		t.Fatal(err)
	}
	for name := range template.Resources {
		left = append(left, name)
	}
	for before := -1; before != len(left); {
		before = len(left)
		left = slices.DeleteFunc(left, func(name string) bool { return !refersToAny(template.Resources[name], left) })
	}
	slices.Sort(left)
	return left
}

// refersToAny reports whether a part of a template refers to one of some resources.
func refersToAny(part any, names []string) bool {
	switch p := part.(type) {
	case []any:
		return slices.ContainsFunc(p, func(each any) bool { return refersToAny(each, names) })
	case map[string]any:
		for key, value := range p {
			if refersBy(key, value, names) || refersToAny(value, names) {
				return true
			}
		}
	}
	return false
}

// refersBy reports whether a property with a key is a reference to one of some resources.
func refersBy(key string, value any, names []string) bool {
	list, _ := value.([]any)
	text, _ := value.(string)
	switch key {
	case "Ref":
		return slices.Contains(names, text)
	case "DependsOn":
		return slices.ContainsFunc(append(list, value),
			func(each any) bool { name, ok := each.(string); return ok && slices.Contains(names, name) })
	case "Fn::GetAtt":
		name, ok := append(list, text)[0].(string)
		return ok && slices.Contains(names, strings.Split(name, ".")[0])
	case "Fn::Sub":
		if len(list) > 0 {
			text, _ = list[0].(string)
		}
		return slices.ContainsFunc(names, func(name string) bool {
			return strings.Contains(text, "${"+name+"}") || strings.Contains(text, "${"+name+".")
		})
	}
	return false
}
