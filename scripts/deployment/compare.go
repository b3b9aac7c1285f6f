package main

import (
	"cmp"
	"maps"
	"reflect"
	"slices"

	"stint/internal/template"
)

// change is what an update does to a resource.
type change string

const (
	removes     change = "removes"
	replaces    change = "replaces"
	mayReplace  change = "may replace"
	adds        change = "adds"
	changes     change = "changes"
	isUnchanged change = ""
)

// difference is what an update does to one resource, and why.
type difference struct {
	what          change
	id, kind, why string
	holdsData     bool
}

// order is the order of differences: the worst come first.
var order = []change{removes, replaces, mayReplace, adds, changes}

// compare says what an update from one template to another does.
func compare(kinds map[string]kind, before, after stackTemplate) (all []difference) {
	for id, old := range before.Resources {
		d := difference{id: id, kind: old.Type, holdsData: kinds[old.Type].IsStateful}
		if now, stays := after.Resources[id]; stays {
			d.what, d.why = update(kinds, old, now)
		} else {
			d.what, d.why = removes, "it is not in the new template"
			if old.DeletionPolicy == "Retain" {
				d.why += "; it is kept, and the stack does not use it"
			}
		}
		all = append(all, d)
	}
	for id, now := range after.Resources {
		if _, was := before.Resources[id]; !was {
			all = append(all, difference{what: adds, id: id, kind: now.Type, holdsData: kinds[now.Type].IsStateful})
		}
	}
	all = followReplaced(kinds, all, after)
	all = slices.DeleteFunc(all, func(d difference) bool { return d.what == isUnchanged })
	slices.SortFunc(all, func(a, b difference) int {
		return cmp.Or(slices.Index(order, a.what)-slices.Index(order, b.what), cmp.Compare(a.id, b.id))
	})
	return all
}

// update compares a resource with its new form. An unknown type may be replaced by any change.
func update(kinds map[string]kind, old, now template.Resource) (what change, why string) {
	if old.Type != now.Type {
		return replaces, "its type becomes " + now.Type
	}
	known, isKnown := kinds[now.Type]
	what = isUnchanged
	for _, name := range slices.Sorted(maps.Keys(union(old.Properties, now.Properties))) {
		if reflect.DeepEqual(old.Properties[name], now.Properties[name]) {
			continue
		}
		next := changes
		switch property, has := known.Properties[name]; {
		case property.CausesReplacement == "yes":
			next = replaces
		case property.CausesReplacement == "maybe", !isKnown, !has:
			next = mayReplace
		}
		if what == isUnchanged || slices.Index(order, next) < slices.Index(order, what) {
			what, why = next, name+" changes"
		}
	}
	return what, why
}

func union(a, b map[string]any) map[string]any {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	return all
}

// followReplaced finds the resources that name a replaced one in a property whose change replaces
// them, until there are no more.
func followReplaced(kinds map[string]kind, all []difference, after stackTemplate) []difference {
	for again := true; again; {
		again = false
		renewed := map[string]bool{}
		for _, d := range all {
			renewed[d.id] = d.what == replaces || d.what == mayReplace
		}
		for i, d := range all {
			if d.what != isUnchanged && d.what != changes {
				continue
			}
			for name, value := range after.Resources[d.id].Properties {
				if kinds[d.kind].Properties[name].CausesReplacement == "yes" && names(value, renewed) {
					all[i].what, all[i].why, again = mayReplace, name+" names a resource that is replaced", true
				}
			}
		}
	}
	return all
}

// names reports whether a value refers to one of some resources.
func names(value any, ids map[string]bool) bool {
	switch v := value.(type) {
	case map[string]any:
		if id, ok := v["Ref"].(string); ok && ids[id] {
			return true
		}
		if parts, ok := v["Fn::GetAtt"].([]any); ok && len(parts) > 0 {
			id, _ := parts[0].(string)
			return ids[id]
		}
		for _, each := range v {
			if names(each, ids) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(each any) bool { return names(each, ids) })
	}
	return false
}
