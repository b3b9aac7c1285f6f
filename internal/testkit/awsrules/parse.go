package awsrules

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// operation is a comparison, a function, a BETWEEN or an IN of an expression, with its operands as
// they are written. A clause of an update has the name of its section: SET, REMOVE, ADD or DELETE.
type operation struct {
	name     string
	operands []string
}

// parsed is what the rules need to know of an expression. It depends on its text alone.
type parsed struct {
	operations []operation // in their order; an operand that is a function is an operation, too
	operators  int         // operators and functions, which have a common bound
	used       []string    // placeholders of names and values
	err        error
}

var cache sync.Map // of parsed, by kind and text

// parse reads an expression: a condition, an update or a projection.
func parse(kind, text string) parsed {
	if known, ok := cache.Load(kind + text); ok {
		return known.(parsed)
	}
	p := &parser{tokens: token.FindAllString(text, -1)}
	switch kind {
	case "condition":
		p.or()
	case "update":
		p.update()
	case "projection":
		p.list("PROJECT", func() []string { return []string{p.operand()} })
	}
	if p.peek() != "" {
		p.fail(p.peek())
	}
	cache.Store(kind+text, p.parsed)
	return p.parsed
}

var token = regexp.MustCompile(`<>|<=|>=|[#:]?[A-Za-z_0-9]+|[^\s]`)

// parser reads tokens by recursive descent, one method for each rule of the grammar. It never fails
// twice: after an error no token is left.
type parser struct {
	parsed
	tokens []string
}

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() string {
	t := p.peek()
	if t != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

// take reads the next token if it is the given one, in any case.
func (p *parser) take(want string) bool {
	if !strings.EqualFold(p.peek(), want) || want == "" {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(want string) {
	if !p.take(want) {
		p.fail(p.peek())
	}
}

func (p *parser) fail(at string) {
	if p.err == nil {
		p.err = fmt.Errorf("syntax error near %q", at)
	}
	p.tokens = nil
}

func (p *parser) add(name string, operands ...string) {
	p.operators++
	p.operations = append(p.operations, operation{name, operands})
}

func (p *parser) or() {
	for p.and(); p.take("OR"); p.and() {
		p.operators++
	}
}

func (p *parser) and() {
	for p.not(); p.take("AND"); p.not() {
		p.operators++
	}
}

func (p *parser) not() {
	switch {
	case p.take("NOT"):
		p.operators++
		p.not()
	case p.take("("):
		p.or()
		p.expect(")")
	default:
		p.comparison()
	}
}

func (p *parser) comparison() {
	left := p.operand()
	switch operator := p.peek(); {
	case operator == "=" || operator == "<>" || operator == "<" || operator == "<=" || operator == ">" || operator == ">=":
		p.next()
		p.add(operator, left, p.operand())
	case p.take("BETWEEN"):
		low := p.operand()
		p.expect("AND")
		p.add("BETWEEN", left, low, p.operand())
	case p.take("IN"):
		p.expect("(")
		p.add("IN", append([]string{left}, p.operands()...)...)
	case !strings.HasSuffix(left, ")"): // a function that is a condition stands alone
		p.fail(operator)
	}
}

// operands reads a list up to its closing parenthesis.
func (p *parser) operands() (all []string) {
	for {
		all = append(all, p.operand())
		if p.take(")") {
			return all
		}
		if p.expect(","); p.err != nil {
			return all
		}
	}
}

// operand reads a path, a placeholder of a value, or a function, and returns it as it is written.
func (p *parser) operand() string {
	t := p.next()
	switch {
	case strings.HasPrefix(t, ":"):
		p.used = append(p.used, t)
		return t
	case strings.HasPrefix(t, "#"):
		p.used = append(p.used, t)
		return t + p.path()
	case p.take("("):
		operands := p.operands()
		p.add(t, operands...)
		return t + "(" + strings.Join(operands, ",") + ")"
	}
	if _, isKey := isSortKey[t]; isKey {
		return t + p.path()
	}
	p.fail(t + " (a name needs a placeholder: it may be a reserved word)")
	return t
}

// path reads the rest of a path to an element of a map or list.
func (p *parser) path() string {
	switch {
	case p.take("."):
		return "." + p.operand()
	case p.take("["):
		index := p.next()
		p.expect("]")
		return "[" + index + "]" + p.path()
	}
	return ""
}

func (p *parser) update() {
	seen := map[string]bool{}
	for p.peek() != "" {
		section := strings.ToUpper(p.next())
		if seen[section] {
			p.fail("the " + section + " section can only be used once")
			return
		}
		seen[section] = true
		switch section {
		case "SET":
			p.list(section, p.assignment)
		case "REMOVE":
			p.list(section, func() []string { return []string{p.operand()} })
		case "ADD", "DELETE":
			p.list(section, func() []string { return []string{p.operand(), p.operand()} })
		default:
			p.fail(section)
		}
	}
}

// list reads clauses that are separated by commas.
func (p *parser) list(section string, clause func() []string) {
	for {
		p.operations = append(p.operations, operation{section, clause()})
		if p.err != nil || !p.take(",") {
			return
		}
	}
}

// assignment reads a clause of SET: a path, and a value or the sum of two.
func (p *parser) assignment() []string {
	all := []string{p.operand()}
	p.expect("=")
	all = append(all, p.operand())
	for p.peek() == "+" || p.peek() == "-" {
		p.operators++
		p.next()
		right := p.operand()
		p.operations = append(p.operations, operation{"+", []string{all[len(all)-1], right}})
		all = append(all, right)
	}
	return all
}
