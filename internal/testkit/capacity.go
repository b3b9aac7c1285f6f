package testkit

import (
	"reflect"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// requestCapacity returns a copy of the input with ReturnConsumedCapacity set. It
// returns the input itself if the field is already set or does not exist. It uses
// reflection to avoid a case for each operation.
func requestCapacity(input any) any {
	v := reflect.ValueOf(input)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return input
	}
	field := v.Elem().FieldByName("ReturnConsumedCapacity")
	if !field.IsValid() || field.String() != "" {
		return input
	}
	copied := reflect.New(v.Elem().Type())
	copied.Elem().Set(v.Elem())
	copied.Elem().FieldByName("ReturnConsumedCapacity").Set(reflect.ValueOf(types.ReturnConsumedCapacityTotal))
	return copied.Interface()
}

// capacityOf is the sum of the capacity units that an output reports.
func capacityOf(output any) float64 {
	v := reflect.ValueOf(output)
	if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
		return 0
	}
	field := v.Elem().FieldByName("ConsumedCapacity")
	if !field.IsValid() {
		return 0
	}
	switch consumed := field.Interface().(type) {
	case *types.ConsumedCapacity:
		return unitsOf(consumed)
	case []types.ConsumedCapacity:
		sum := 0.0
		for i := range consumed {
			sum += unitsOf(&consumed[i])
		}
		return sum
	}
	return 0
}

func unitsOf(c *types.ConsumedCapacity) float64 {
	if c == nil || c.CapacityUnits == nil {
		return 0
	}
	return *c.CapacityUnits
}
