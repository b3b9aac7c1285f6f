package awsrules

import (
	"errors"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
)

// Bounds of key values, in bytes.
const (
	maxPartitionKey = 2048
	maxSortKey      = 1024
)

var schema = dynamo.Schema()

// isSortKey says of each attribute that is part of a key whether it is a sort key.
var isSortKey = func() map[string]bool {
	all := map[string]bool{schema.Key.Partition: false, schema.Key.Sort: true}
	for _, index := range schema.Indexes {
		all[index.Key.Partition], all[index.Key.Sort] = false, true
	}
	return all
}()

// checkKey checks a key of the table.
func checkKey(key item) error {
	if len(key) != 2 {
		return errors.New("the provided key element does not match the schema")
	}
	return first(checkKeyValue(schema.Key.Partition, key[schema.Key.Partition]),
		checkKeyValue(schema.Key.Sort, key[schema.Key.Sort]))
}

// checkKeyValue checks a value of an attribute that is part of the key of the table or an index.
func checkKeyValue(name string, value types.AttributeValue) error {
	text, isText := value.(*types.AttributeValueMemberS)
	bound := maxPartitionKey
	if isSortKey[name] {
		bound = maxSortKey
	}
	switch {
	case value == nil:
		return fmt.Errorf("missing the key %s", name)
	case !isText:
		return fmt.Errorf("type mismatch for key %s: expected S", name)
	case text.Value == "":
		return fmt.Errorf("the AttributeValue for a key attribute cannot contain an empty string value: %s", name)
	case len(text.Value) > bound:
		return fmt.Errorf("size of %s has exceeded the maximum size limit of %d bytes", name, bound)
	}
	return nil
}

// checkItem checks a whole item: its values, its size, its key, and its keys in the indexes.
func checkItem(it item) error {
	if err := checkKey(item{schema.Key.Partition: it[schema.Key.Partition],
		schema.Key.Sort: it[schema.Key.Sort]}); err != nil {
		return err
	}
	for name, value := range it {
		if _, isKey := isSortKey[name]; isKey {
			if err := checkKeyValue(name, value); err != nil {
				return err
			}
		}
		if err := checkValue(value, 1); err != nil {
			return err
		}
	}
	if ItemSize(it) > maxItem {
		return errors.New("item size has exceeded the maximum allowed size")
	}
	return nil
}
