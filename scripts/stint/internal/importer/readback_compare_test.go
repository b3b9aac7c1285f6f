package importer_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// kinds are the files of an export, apart from the audit log, which tells of everything that was
// done. One whose records name others comes after these.
var kinds = []string{
	"workspace", "billing_settings", "members", "invitations", "webhooks", "clients", "tags", "projects", "tasks",
	"project_members", "submissions", "entries", "client_links",
}

// named reads an export. Its records have names in the place of ids, and are found by these.
func named(t *testing.T, from folder) map[string]map[string]object {
	t.Helper()
	all, names := map[string]map[string]object{}, map[string]string{}
	for _, kind := range kinds {
		all[kind] = map[string]object{}
		file, err := os.Open(filepath.Join(from.path, kind+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(file); lines.Scan(); {
			var record object
			if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
				t.Fatal(err)
			}
			if kind == "members" {
				names[record["user_id"].(string)] = record["email"].(string)
			}
			id, _ := record["id"].(string)
			delete(record, "id")
			record = rename(record, names).(object)
			names[id] = nameOf(kind, record)
			all[kind][nameOf(kind, record)] = record
		}
		_ = file.Close()
	}
	return all
}

// nameOf is what identifies a record beside its id.
func nameOf(kind string, r object) string {
	name := kind + ":"
	for _, property := range []string{"client_id", "project_id", "user_id", "started_at", "period_start",
		"submission_id"} {
		if value, ok := r[property]; ok && (kind != "entries" || property != "submission_id") {
			name += fmt.Sprint(value, "/")
		}
	}
	if kind == "workspace" {
		return name
	}
	return name + fmt.Sprint(r["name"], r["email"])
}

// rename puts names in the place of ids. Lists are in the order of these.
func rename(value any, names map[string]string) any {
	switch v := value.(type) {
	case string:
		if name, ok := names[v]; ok {
			return name
		}
		if strings.HasPrefix(v, "stint:") {
			return "made by the import"
		}
	case object:
		for key, one := range v {
			v[key] = rename(one, names)
		}
	case []any:
		for i, one := range v {
			if o, ok := one.(object); ok {
				delete(o, "id")
			}
			v[i] = rename(one, names)
		}
		slices.SortFunc(v, func(a, b any) int { return strings.Compare(sortKey(a), sortKey(b)) })
	}
	return value
}

func sortKey(value any) string {
	if o, ok := value.(object); ok { // a line
		return fmt.Sprint(o["project_id"], o["task_id"], o["is_billable"], o["currency"])
	}
	return fmt.Sprint(value)
}

// differences are the properties that differ, each with the records in which it does.
func differences(was, is map[string]map[string]object) map[string][]string {
	all := map[string][]string{}
	note := func(property, name string, values ...any) {
		all[property] = append(all[property], fmt.Sprint(name, values))
	}
	for kind, records := range was {
		for name, a := range records {
			b, ok := is[kind][name]
			if !ok {
				note(kind+".*", name)
				continue
			}
			compare(kind, a, b, func(property string, va, vb any) { note(property, name, va, vb) })
		}
		for name := range is[kind] {
			if records[name] == nil {
				note(kind+".(new)", name)
			}
		}
	}
	return all
}

func compare(path string, a, b object, note func(property string, va, vb any)) {
	for property, va := range a {
		vb := b[property]
		as, isList := va.([]any)
		bs, _ := vb.([]any)
		if isList && property == "lines" && len(as) == len(bs) {
			for i := range as {
				compare(path+".lines", as[i].(object), bs[i].(object), note)
			}
		} else if fmt.Sprint(va) != fmt.Sprint(vb) {
			note(path+"."+property, va, vb)
		}
	}
}
