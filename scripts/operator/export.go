package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"stint/internal/dynamojson"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/people"
	"stint/shared/problem"
	"stint/shared/store"
	"stint/shared/table"
)

// export writes the items of a workspace into a new file, which only the user can read:
// one JSON object a line, in the form in which DynamoDB exports tables. They are those
// of a restored table; "" is the service's own. It holds at most two pages of items at a
// time.
func (o operator) export(ctx context.Context, id domain.ID, from, name string) error {
	source := o.store
	if from != "" {
		restored, closeRestored, err := o.openOther(ctx, from)
		if err != nil {
			return err
		}
		defer closeRestored()
		source = restored
	}
	w, err := source.Workspace(ctx, id)
	if err != nil {
		return explain(err)
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n := 0
	if err = o.recordExport(ctx, w); err == nil {
		n, err = writeItems(ctx, source, w, file)
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return o.report(fmt.Sprintf("%d items in %s", n, name), nil)
}

// recordExport adds the export to the audit log before anything is written. A workspace
// that the service does not have any more has none.
func (o operator) recordExport(ctx context.Context, exported people.Workspace) error {
	done := audit.WorkspaceActEvent(audit.WorkspaceExported, exported, exported)
	if err := o.store.RecordOperatorAudit(ctx, exported.ID, done); !problem.Is(err, problem.CodeNotFound) {
		return err
	}
	return nil
}

func writeItems(ctx context.Context, source *store.Store, w people.Workspace, file *os.File) (n int, err error) {
	buffer := bufio.NewWriter(file)
	encoder := json.NewEncoder(buffer)
	err = source.WalkWorkspace(ctx, w, func(page []table.Item) error {
		for _, it := range page {
			n++
			if err := encoder.Encode(dynamojson.Line(it)); err != nil {
				return err
			}
		}
		return nil
	})
	return n, errors.Join(err, buffer.Flush())
}
