package store

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/store/key"
	"stint/shared/table"
)

// A change of a project, client, task or tag writes each of its fields but those that never change, and those that
// other writes count or mark.
func TestChangesWriteEachField(t *testing.T) {
	w, b := domain.NewID(), newTestStore(t)
	fixed := []string{"ID", "CreatedAt", "Version"}
	b.write(t, table.Encode(key.Client(w, "x"), projects.Client{ID: "x", Version: 1}))
	changed(t, b, key.Project(w, "p"), projects.Project{ID: "p", ClientID: "x", Version: 1}, b.ChangeProject, w,
		append(fixed, "ClientID", "PublicUntil", "Used", "TasksMade"))
	changed(t, b, key.Client(w, "c"), projects.Client{ID: "c", Version: 1}, b.ChangeClient, w,
		append(fixed, "ProjectCount"))
	changed(t, b, key.Task(w, "t"), projects.Task{ID: "t", Version: 1}, b.ChangeTask, w,
		append(fixed, "ProjectID", "Used"))
	changed(t, b, key.Tag(w, "g"), projects.Tag{ID: "g", Version: 1}, b.ChangeTag, w, append(fixed, "Used"))
}

// changed changes each field of a record but some, reads the record, and compares.
func changed[T any](t *testing.T, b *testStore, k table.Key, was T,
	change func(context.Context, domain.ID, T, T) error, w domain.ID, but []string) {
	t.Helper()
	b.write(t, table.Encode(k, was))
	want := was
	for f, v := range reflect.ValueOf(&want).Elem().Fields() {
		if !slices.Contains(but, f.Name) {
			setOther(t, f.Name, v)
		}
	}
	if err := change(ctx(t), w, was, want); err != nil {
		t.Fatal(err)
	}
	got, _, err := table.Get[T](ctx(t), b.core.Table, k)
	if err != nil {
		t.Fatal(err)
	}
	for f, v := range reflect.ValueOf(want).Fields() {
		if now := reflect.ValueOf(got).FieldByIndex(f.Index).Interface(); !slices.Contains(but, f.Name) &&
			!reflect.DeepEqual(now, v.Interface()) {
			t.Errorf("%T.%s is %v after the change, want %v", was, f.Name, now, v)
		}
	}
}

// setOther gives a field another value than its zero value.
func setOther(t *testing.T, name string, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString("other")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(7)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	default:
		t.Fatalf("%s is a %s, which this test cannot change", name, v.Type())
	}
}

// A record is deleted as it was read.
func TestRecordsAreDeletedAsTheyWereRead(t *testing.T) {
	w, b := domain.NewID(), newTestStore(t)
	client, task, tag := projects.Client{ID: "c", Version: 2}, projects.Task{ID: "t", Version: 2},
		projects.Tag{ID: "g", Version: 2}
	project := projects.Project{ID: "p", Version: 2}
	member := projects.ProjectMember{ProjectID: "p", UserID: "u", Version: 2}
	b.write(t, table.Encode(key.Client(w, "c"), client), table.Encode(key.Task(w, "t"), task),
		table.Encode(key.Tag(w, "g"), tag), table.Encode(key.Project(w, "p"), project),
		table.Encode(key.ProjectMember(w, "p", "u"), member))
	for _, version := range []int64{1, 2} {
		client.Version, task.Version, tag.Version = version, version, version
		project.Version, member.Version = version, version
		for name, err := range map[string]error{
			"client": b.DeleteClient(ctx(t), w, client), "task": b.DeleteTask(ctx(t), w, task),
			"tag": b.DeleteTag(ctx(t), w, tag), "project": b.DeleteProject(ctx(t), w, project),
			"member": b.RemoveProjectMember(ctx(t), w, "", member, audit.ProjectMemberChange(people.User{}, &member, nil)),
		} {
			if deleted := err == nil; deleted != (version == 2) {
				t.Errorf("a %s of version 2 that was read as version %d: %v", name, version, err)
			}
		}
	}
}
