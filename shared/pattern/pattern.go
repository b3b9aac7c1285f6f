// Package pattern has regular expressions that are compiled when they are first used.
// Compiled at the start, those of the service would take a third of the time in which a
// function starts, and most requests use none of them.
package pattern

import (
	"regexp"
	"sync"
)

// Pattern is a regular expression. It is safe for concurrent use.
type Pattern struct {
	expression string
	once       sync.Once
	compiled   *regexp.Regexp
}

// New makes a pattern of an expression, which must be correct: its first use panics if it
// is not. A test of the architecture compiles every expression.
func New(expression string) *Pattern { return &Pattern{expression: expression} }

// MatchString reports whether the text has a match.
func (p *Pattern) MatchString(text string) bool { return p.regexp().MatchString(text) }

// ReplaceAllString is the text with every match replaced.
func (p *Pattern) ReplaceAllString(text, replacement string) string {
	return p.regexp().ReplaceAllString(text, replacement)
}

// FindStringSubmatch is the first match with the texts of its groups; nil without one.
func (p *Pattern) FindStringSubmatch(text string) []string {
	return p.regexp().FindStringSubmatch(text)
}

// FindAllStringSubmatch are all matches with the texts of their groups.
func (p *Pattern) FindAllStringSubmatch(text string) [][]string {
	return p.regexp().FindAllStringSubmatch(text, -1)
}

func (p *Pattern) regexp() *regexp.Regexp {
	p.once.Do(func() { p.compiled = regexp.MustCompile(p.expression) })
	return p.compiled
}
