package apitest

import "path"

// Records are a kind of records, and who makes them.
type Records struct {
	User *User
	Path string // of the list; that of the upsert ends in :upsert
	Body object // what each creation has, besides what is checked
}

type object = map[string]any

// create makes a record with more than Body.
func (r Records) create(more object) *Answer {
	return r.User.Post(r.Path, Body(more, r.Body))
}

func (r Records) change(id string, body object) *Answer {
	return r.User.Patch(recordPath(r.Path, id), body)
}

func (r Records) remove(id string) *Answer { return r.User.Delete(recordPath(r.Path, id)) }

// recordPath is the path of a record in the list with a path, also of one in another record.
func recordPath(list, id string) string { return path.Join("/api", path.Base(list), id) }
