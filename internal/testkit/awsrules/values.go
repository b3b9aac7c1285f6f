package awsrules

import (
	"errors"
	"math/big"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Bounds of items and values.
const (
	maxItem   = 400 << 10 // bytes, with the names of attributes
	maxDepth  = 32        // of lists and maps in each other
	maxDigits = 38        // of a number
)

// The magnitude of a number is between these two, of which only the second is allowed.
var largest, smallest = magnitude("1E126"), magnitude("1E-130")

func magnitude(text string) *big.Float {
	n, _ := new(big.Float).SetString(text)
	return n
}

var errEmptySet = errors.New("an empty set is not allowed")

// checkValue checks a value at a depth, of which the first is 1.
func checkValue(value types.AttributeValue, depth int) error {
	if depth > maxDepth {
		return errors.New("nesting levels have exceeded supported limits")
	}
	switch v := value.(type) {
	case nil:
		return errors.New("supplied AttributeValue is empty, must contain exactly one of the supported datatypes")
	case *types.AttributeValueMemberN:
		return checkNumber(v.Value)
	case *types.AttributeValueMemberNULL:
		if !v.Value {
			return errors.New("null attribute value types must have the value of true")
		}
	case *types.AttributeValueMemberSS:
		return checkSet(v.Value)
	case *types.AttributeValueMemberNS:
		for _, n := range v.Value {
			if err := checkNumber(n); err != nil {
				return err
			}
		}
		return checkSet(v.Value)
	case *types.AttributeValueMemberBS:
		if len(v.Value) == 0 {
			return errEmptySet
		}
	case *types.AttributeValueMemberL:
		for _, inner := range v.Value {
			if err := checkValue(inner, depth+1); err != nil {
				return err
			}
		}
	case *types.AttributeValueMemberM:
		for _, inner := range v.Value {
			if err := checkValue(inner, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkSet(values []string) error {
	if len(values) == 0 {
		return errEmptySet
	}
	seen := map[string]bool{}
	for _, v := range values {
		if seen[v] {
			return errors.New("input collection contains duplicates")
		}
		seen[v] = true
	}
	return nil
}

// checkNumber checks the digits and the magnitude of a number.
func checkNumber(text string) error {
	n, ok := new(big.Float).SetString(text)
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	digits := strings.Trim(strings.Replace(strings.TrimLeft(mantissa, "+-"), ".", "", 1), "0")
	switch {
	case !ok:
		return errors.New("the parameter cannot be converted to a numeric value: " + text)
	case len(digits) > maxDigits:
		return errors.New("attempting to store more than 38 significant digits in a number")
	case n.Sign() != 0 && (n.Abs(n).Cmp(largest) >= 0 || n.Cmp(smallest) < 0):
		return errors.New("number overflow: attempting to store a number outside of the supported range")
	}
	return nil
}

// ItemSize is the size of an item as DynamoDB counts it, in bytes: the names of its attributes and their values.
func ItemSize(item map[string]types.AttributeValue) (size int) {
	for name, value := range item {
		size += len(name) + sizeOf(value)
	}
	return size
}

// sizeOf is the size of a value in an item, in bytes.
func sizeOf(value types.AttributeValue) int {
	const overhead, element = 3, 1 // of a list or map, and of each thing in it
	switch v := value.(type) {
	case *types.AttributeValueMemberS:
		return len(v.Value)
	case *types.AttributeValueMemberN:
		return len(v.Value)/2 + 1
	case *types.AttributeValueMemberB:
		return len(v.Value)
	case *types.AttributeValueMemberSS:
		return len(strings.Join(v.Value, ""))
	case *types.AttributeValueMemberNS:
		return len(strings.Join(v.Value, ""))/2 + len(v.Value)
	case *types.AttributeValueMemberL:
		size := overhead
		for _, inner := range v.Value {
			size += element + sizeOf(inner)
		}
		return size
	case *types.AttributeValueMemberM:
		size := overhead
		for name, inner := range v.Value {
			size += element + len(name) + sizeOf(inner)
		}
		return size
	}
	return 1
}

// typeOf is the name of a value's type, as attribute_type has it.
func typeOf(value types.AttributeValue) string {
	switch value.(type) {
	case *types.AttributeValueMemberS:
		return "S"
	case *types.AttributeValueMemberN:
		return "N"
	case *types.AttributeValueMemberB:
		return "B"
	case *types.AttributeValueMemberSS:
		return "SS"
	case *types.AttributeValueMemberNS:
		return "NS"
	case *types.AttributeValueMemberBS:
		return "BS"
	case *types.AttributeValueMemberL:
		return "L"
	case *types.AttributeValueMemberM:
		return "M"
	case *types.AttributeValueMemberBOOL:
		return "BOOL"
	}
	return "NULL"
}
