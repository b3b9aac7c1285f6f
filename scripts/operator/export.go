package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

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
			if err := encoder.Encode(map[string]any{"Item": attributes(it)}); err != nil {
				return err
			}
		}
		return nil
	})
	return n, errors.Join(err, buffer.Flush())
}

// attributes are the attributes of an item in DynamoDB JSON.
func attributes(it table.Item) map[string]any {
	all := make(map[string]any, len(it))
	for name, value := range it {
		all[name] = typed(value)
	}
	return all
}

// typed is a value with its type. The service stores no other types.
func typed(value types.AttributeValue) any {
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return map[string]any{"S": v.Value}
	case *types.AttributeValueMemberN:
		return map[string]any{"N": v.Value}
	case *types.AttributeValueMemberBOOL:
		return map[string]any{"BOOL": v.Value}
	case *types.AttributeValueMemberB:
		return map[string]any{"B": v.Value}
	case *types.AttributeValueMemberNULL:
		return map[string]any{"NULL": v.Value}
	case *types.AttributeValueMemberM:
		return map[string]any{"M": attributes(v.Value)}
	case *types.AttributeValueMemberL:
		list := make([]any, len(v.Value))
		for i, element := range v.Value {
			list[i] = typed(element)
		}
		return map[string]any{"L": list}
	case *types.AttributeValueMemberSS:
		return map[string]any{"SS": v.Value}
	default:
		panic(fmt.Sprintf("operator: an attribute of type %T", value)) // a new type in a record
	}
}
