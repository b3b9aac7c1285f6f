package exporter

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"reflect"
	"slices"

	"github.com/google/uuid"

	"stint/shared/client"
	"stint/shared/client/api"
)

// write makes a function that writes the files of a kind of record. note, if it is not nil, gets each record.
func write[T any](x *export, name string, records iter.Seq2[client.Record[T], error], note func(T)) func() error {
	return writeBeside(x, name, columnsOf(reflect.TypeFor[T]()), records, note, nil)
}

// writeBeside is write with columns of the CSV that are no properties. beside, if it is not nil, makes their values.
func writeBeside[T any](x *export, name string, columns []string, records iter.Seq2[client.Record[T], error],
	note func(T), beside func(T) map[string]json.RawMessage) func() error {
	return func() error {
		s, err := newSink(x.folder, name, columns)
		if err != nil {
			return err
		}
		for record, failed := range records {
			if err = failed; err != nil {
				break
			}
			if note != nil {
				note(record.Value)
			}
			var more map[string]json.RawMessage
			if beside != nil {
				more = beside(record.Value)
			}
			if err = s.write(record.Raw, more); err != nil {
				break
			}
		}
		return x.close(s, err)
	}
}

// writeOne writes the files of a record of which there is one.
func writeOne[T any](x *export, name string, read func() (client.Record[T], error)) func() error {
	return write(x, name, func(yield func(client.Record[T], error) bool) { yield(read()) }, nil)
}

// below joins the lists below several records. Those below a record that the key may not read, or
// that is gone by now, are left out and counted. parents is read when the list begins: files before it fill it.
func below[T any](x *export, name string, parents *[]uuid.UUID,
	list func(uuid.UUID) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, parent := range *parents {
			for record, err := range list(parent) {
				if isRefused(err, http.StatusForbidden, http.StatusNotFound) {
					x.manifest.Partly[name]++
					break
				}
				if !yield(record, err) || err != nil {
					return
				}
			}
		}
	}
}

// isRefused reports whether the service, and not a proxy, refuses a request with one of the statuses.
func isRefused(err error, statuses ...int) bool {
	p, ok := errors.AsType[*client.Problem](err)
	return ok && p.Code != client.CodeUnexpected && slices.Contains(statuses, p.Status)
}

// projectMember is a member of a project with the id of the project.
type projectMember struct {
	ProjectID uuid.UUID `json:"project_id"`
	api.ProjectMember
}

// withProject adds the id of the project to its members, and keeps their other properties as they are.
func withProject(project uuid.UUID,
	members iter.Seq2[client.Record[api.ProjectMember], error]) iter.Seq2[client.Record[projectMember], error] {
	return func(yield func(client.Record[projectMember], error) bool) {
		for m, err := range members {
			with := client.Record[projectMember]{Value: projectMember{project, m.Value}}
			if err == nil { // the record is an object, and not empty
				with.Raw = append(fmt.Appendf(nil, `{"project_id":%q,`, project), m.Raw[1:]...)
			}
			if !yield(with, err) {
				return
			}
		}
	}
}
