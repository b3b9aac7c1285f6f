package awsrules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Bounds of expressions.
const (
	maxExpression = 4 << 10 // bytes
	maxOperators  = 300     // operators and functions
	maxIn         = 100     // operands of IN
)

// expressions are those of one request or one action of a transaction, with their placeholders.
type expressions struct {
	names  map[string]string
	values item
	used   []string
}

// read parses an expression and checks what holds for all of them.
func (e *expressions) read(kind string, text *string) (parsed, error) {
	if text == nil {
		return parsed{}, nil
	}
	p := parse(kind, *text)
	e.used = append(e.used, p.used...)
	switch {
	case *text == "":
		return p, fmt.Errorf("the %s expression cannot be empty", kind)
	case len(*text) > maxExpression:
		return p, errors.New("expression size has exceeded the maximum allowed size")
	case p.operators > maxOperators:
		return p, errors.New("the expression contains too many operators")
	case p.err != nil:
		return p, fmt.Errorf("invalid %s expression: %w", kind, p.err)
	}
	for _, name := range p.used {
		_, isName := e.names[name]
		_, isValue := e.values[name]
		if !isName && !isValue {
			return p, fmt.Errorf("an expression uses %s, which is not defined", name)
		}
	}
	return p, e.checkOperations(p.operations)
}

// unused checks that every placeholder is used.
func (e *expressions) unused() error {
	for name, attribute := range e.names {
		if attribute == "" || !slices.Contains(e.used, name) {
			return fmt.Errorf("ExpressionAttributeNames: %s is empty, or unused in expressions", name)
		}
	}
	for name, value := range e.values {
		if !slices.Contains(e.used, name) {
			return fmt.Errorf("ExpressionAttributeValues: %s is unused in expressions", name)
		}
		if err := checkValue(value, 1); err != nil {
			return fmt.Errorf("ExpressionAttributeValues: %s: %w", name, err)
		}
	}
	return nil
}

func (e *expressions) condition(text *string) error {
	_, err := e.read("condition", text)
	return err
}

// attribute is the name of the attribute with which a path begins.
func (e *expressions) attribute(path string) string {
	first, _, _ := strings.Cut(path, ".")
	first, _, _ = strings.Cut(first, "[")
	if name, ok := e.names[first]; ok {
		return name
	}
	return first
}

// expand writes a path with the names of its placeholders, and "." after it and each part.
func (e *expressions) expand(path string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ReplaceAll(path, "[", ".["), ".") {
		if name, ok := e.names[part]; ok {
			part = name
		}
		b.WriteString(part + ".")
	}
	return b.String()
}

func (e *expressions) projection(text *string) error {
	p, err := e.read("projection", text)
	if err != nil {
		return err
	}
	return e.overlap(p.operations)
}

// overlap checks that no two clauses have the same path, or one within the other.
func (e *expressions) overlap(clauses []operation) error {
	var paths []string
	for _, c := range clauses {
		if slices.Contains([]string{"SET", "REMOVE", "ADD", "DELETE", "PROJECT"}, c.name) {
			paths = append(paths, e.expand(c.operands[0]))
		}
	}
	for i, a := range paths {
		for _, b := range paths[i+1:] {
			if strings.HasPrefix(a, b) || strings.HasPrefix(b, a) {
				return fmt.Errorf("two document paths overlap with each other: %s and %s", a, b)
			}
		}
	}
	return nil
}

// update checks an update of an item: it leaves the key alone, and what it makes the keys of indexes
// must be possible there.
func (e *expressions) update(text *string) error {
	p, err := e.read("update", text)
	if err != nil {
		return err
	}
	for _, c := range p.operations {
		if !slices.Contains([]string{"SET", "REMOVE", "ADD", "DELETE"}, c.name) {
			continue
		}
		name := e.attribute(c.operands[0])
		if name == schema.Key.Partition || name == schema.Key.Sort {
			return fmt.Errorf("cannot update attribute %s. This attribute is part of the key", name)
		}
		if _, isKey := isSortKey[name]; isKey && len(c.operands) > 1 && e.values[c.operands[1]] != nil {
			if err := checkKeyValue(name, e.values[c.operands[1]]); err != nil {
				return err
			}
		}
	}
	return e.overlap(p.operations)
}

// operandTypes are the types that a literal operand may have.
var operandTypes = map[string][]string{
	"<": {"S", "N", "B"}, "<=": {"S", "N", "B"}, ">": {"S", "N", "B"}, ">=": {"S", "N", "B"}, "BETWEEN": {"S", "N", "B"},
	"begins_with": {"S", "B"}, "attribute_type": {"S"}, "+": {"N"}, "list_append": {"L"},
	"ADD": {"N", "SS", "NS", "BS"}, "DELETE": {"SS", "NS", "BS"}, "attribute_exists": {}, "attribute_not_exists": {},
	"size": {"S", "B", "SS", "NS", "BS", "L", "M"},
}

// operandCounts are how many operands the functions have.
var operandCounts = map[string]int{
	"attribute_exists": 1, "attribute_not_exists": 1, "attribute_type": 2, "begins_with": 2, "contains": 2, "size": 1,
	"if_not_exists": 2, "list_append": 2,
}

// isOperator is true of all that is no function.
func isOperator(name string) bool {
	return slices.Contains([]string{"=", "<>", "<", "<=", ">", ">=", "+", "IN", "BETWEEN", "SET", "REMOVE", "ADD",
		"DELETE", "PROJECT"}, name)
}

func (e *expressions) checkOperations(all []operation) error {
	for _, o := range all {
		n, isFunction := operandCounts[o.name]
		switch {
		case !isFunction && !isOperator(o.name):
			return fmt.Errorf("invalid function name; function: %s", o.name)
		case isFunction && len(o.operands) != n:
			return fmt.Errorf("incorrect number of operands for operator or function; function: %s", o.name)
		case o.name == "IN" && len(o.operands)-1 > maxIn:
			return errors.New("the IN operator has too many operands")
		case len(o.operands) == 2 && o.operands[0] == o.operands[1] && isOperator(o.name) && o.name != "SET" && o.name != "+":
			return fmt.Errorf("the first operand must be distinct from the remaining operands for this operator: %s", o.name)
		}
		if err := e.checkOperands(o); err != nil {
			return err
		}
	}
	return nil
}

func (e *expressions) checkOperands(o operation) error {
	allowed, isBound := operandTypes[o.name]
	for _, operand := range o.operands {
		if value := e.values[operand]; value != nil && isBound && !slices.Contains(allowed, typeOf(value)) {
			return fmt.Errorf("incorrect operand type for operator or function; operator or function: %s, operand type: %s",
				o.name, typeOf(value))
		}
	}
	if o.name == "BETWEEN" {
		return checkOrder(e.values[o.operands[1]], e.values[o.operands[2]])
	}
	return nil
}

// checkOrder checks the bounds of a BETWEEN, as far as they are literal texts.
func checkOrder(low, high types.AttributeValue) error {
	from, isText := low.(*types.AttributeValueMemberS)
	to, alsoText := high.(*types.AttributeValueMemberS)
	if isText && alsoText && from.Value > to.Value {
		return errors.New("the BETWEEN operator requires upper bound to be greater than or equal to lower bound")
	}
	if low != nil && high != nil && typeOf(low) != typeOf(high) {
		return errors.New("the BETWEEN operator requires same data type for lower and upper bounds")
	}
	return nil
}
