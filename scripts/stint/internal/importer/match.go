package importer

import (
	"iter"

	"github.com/google/uuid"
)

// found is a record of the workspace.
type found struct {
	id       uuid.UUID
	name     string
	external *string
	version  int64
	archived bool
	closed   bool // of a project, as is managed
	managed  bool
}

// match notes the records that exist. One with the name in the files wins over one with the external
// id, because anyone who may make records can give them any external id.
func match[K comparable, T any](records map[K]*record, all iter.Seq2[T, error], of func(T) (K, found)) error {
	byExternal, named := map[string]*record{}, map[uuid.UUID]bool{}
	for _, r := range records {
		byExternal[r.external] = r
	}
	renamed := map[*record]found{}
	for one, err := range all {
		if err != nil {
			return err
		}
		key, f := of(one)
		ours := byExternal[deref(f.external)]
		if r := records[key]; r != nil && !r.isNamed {
			r.take(f, r == ours)
			r.isNamed, named[f.id] = true, true
		}
		if ours != nil {
			renamed[ours] = f
		}
	}
	for r, f := range renamed {
		switch {
		case r.isNamed:
		case named[f.id]:
			r.dropExternal() // the record with the external id is another one of the files
		default:
			r.take(f, true)
			r.called = f.name
		}
	}
	return nil
}

func (r *record) take(f found, isOurs bool) {
	r.id, r.version, r.archived, r.isOurs, r.closed, r.managed = f.id, f.version, f.archived, isOurs, f.closed, f.managed
}

// noteOtherNames names the records that are found by their external ids and have other names.
func (x *Import) noteOtherNames() {
	for kind, r := range x.catalog.all {
		switch {
		case r.called == "":
		case normal(r.called) == normal(r.name):
			x.notef("The %s %s has another client here. It is found by its external id.", kind, r.label)
		default:
			x.notef("The %s %s is called %q here. It is found by its external id.", kind, r.label, r.called)
		}
	}
}

func deref(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
