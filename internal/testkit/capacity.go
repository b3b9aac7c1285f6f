package testkit

import (
	"reflect"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/shared/dynamo"
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

// ReadsKey selects the batch reads with a key whose partition and sort key have these texts in
// them.
func ReadsKey(partition, sort string) func(Attempt) bool {
	return func(a Attempt) bool {
		in, ok := a.Input.(*dynamodb.BatchGetItemInput)
		if !ok {
			return false
		}
		for _, table := range in.RequestItems {
			for _, key := range table.Keys {
				if hasText(key[dynamo.AttrPK], partition) && hasText(key[dynamo.AttrSK], sort) {
					return true
				}
			}
		}
		return false
	}
}

func hasText(value types.AttributeValue, text string) bool {
	return strings.Contains(TextOf(value), text)
}

// RoundTrips is the number of sequential round trips of a log: the length of the
// longest chain of calls in which each call starts after the end of the one before.
// Overlapping calls share a round trip.
//
// On a busy machine, parallel calls that are quick may not overlap. Tests that count
// round trips of parallel calls use Gather to make them overlap.
func RoundTrips(log []Call) int {
	ended := make([]Call, 0, len(log))
	for _, c := range log {
		if !c.End.IsZero() {
			ended = append(ended, c)
		}
	}
	slices.SortStableFunc(ended, func(a, b Call) int { return a.End.Compare(b.End) })
	rounds := 0
	var last Call
	for _, c := range ended {
		if rounds == 0 || !c.Start.Before(last.End) {
			rounds, last = rounds+1, c
		}
	}
	return rounds
}
