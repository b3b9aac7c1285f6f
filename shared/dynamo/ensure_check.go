package dynamo

import (
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// isUsable reports whether the table and all its global indexes are active.
func isUsable(table *types.TableDescription) bool {
	if table.TableStatus != types.TableStatusActive {
		return false
	}
	for _, index := range table.GlobalSecondaryIndexes {
		if index.IndexStatus != types.IndexStatusActive {
			return false
		}
	}
	return true
}

// checkDescription compares keys, key types and indexes. A difference means that
// another program created the table, or a version with another schema.
func (t Table) checkDescription(table *types.TableDescription) error {
	if got := keyOf(table.KeySchema); got != t.Key {
		return fmt.Errorf("its key is %v, not %v", got, t.Key)
	}
	if err := checkAttributes(t.KeyAttributes(), table.AttributeDefinitions); err != nil {
		return err
	}
	described := describedIndexes(table)
	for _, want := range t.Indexes {
		got, ok := described[want.Name]
		switch {
		case !ok && want.Local:
			return &UnsupportedEngineError{Missing: "local secondary indexes (" + want.Name + " is not there)"}
		case !ok:
			return fmt.Errorf("index %s is not there", want.Name)
		case got.Name != want.Name || got.Key != want.Key || got.Local != want.Local:
			return fmt.Errorf("index %s is %+v, not %+v", want.Name, got.Index, want)
		case got.projection != want.projectionType():
			return fmt.Errorf("index %s holds %s, not %s", want.Name, got.projection, want.projectionType())
		}
	}
	return nil
}

func checkAttributes(names []string, definitions []types.AttributeDefinition) error {
	kinds := make(map[string]types.ScalarAttributeType, len(definitions))
	for _, d := range definitions {
		kinds[aws.ToString(d.AttributeName)] = d.AttributeType
	}
	for _, name := range names {
		if kinds[name] != types.ScalarAttributeTypeS {
			return fmt.Errorf("attribute %s is of type %q, not S", name, kinds[name])
		}
	}
	return nil
}

// describedIndex is an index as the engine describes it.
type describedIndex struct {
	Index
	projection types.ProjectionType
}

func describedIndexes(table *types.TableDescription) map[string]describedIndex {
	described := make(map[string]describedIndex)
	add := func(name *string, keys []types.KeySchemaElement, p *types.Projection, local bool) {
		x := describedIndex{Index: Index{Name: aws.ToString(name), Key: keyOf(keys), Local: local}}
		if p != nil {
			x.projection = p.ProjectionType
		}
		described[x.Name] = x
	}
	for _, x := range table.LocalSecondaryIndexes {
		add(x.IndexName, x.KeySchema, x.Projection, true)
	}
	for _, x := range table.GlobalSecondaryIndexes {
		add(x.IndexName, x.KeySchema, x.Projection, false)
	}
	return described
}

func keyOf(elements []types.KeySchemaElement) Key {
	var key Key
	for _, e := range elements {
		switch e.KeyType {
		case types.KeyTypeHash:
			key.Partition = aws.ToString(e.AttributeName)
		case types.KeyTypeRange:
			key.Sort = aws.ToString(e.AttributeName)
		}
	}
	return key
}
