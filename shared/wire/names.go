package wire

import (
	"strings"
	"unicode"

	"stint/shared/pattern"
)

var (
	camelName = pattern.New(`^[a-z][a-zA-Z0-9]*$`)
	snakeName = pattern.New(`^[a-z][a-z0-9]*(_[a-z0-9]+)+$`)
)

// spellings returns a declared name in camelCase and in snake_case; ok is false when it is
// in neither.
func spellings(declared string) (name, alias string, ok bool) {
	switch {
	case camelName.MatchString(declared):
		return declared, toSnake(declared), true
	case snakeName.MatchString(declared):
		return toCamel(declared), declared, true
	}
	return "", "", false
}

// Alias is the snake_case spelling of a name in camelCase. A name in snake_case is its own.
func Alias(name string) string { return toSnake(name) }

// toSnake puts an underscore before each word of a camelCase name; a run of
// capitals is one word: ssoURLPath is sso_url_path.
func toSnake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			after := i+1 < len(name) && unicode.IsLower(rune(name[i+1]))
			if !unicode.IsUpper(rune(name[i-1])) || after {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func toCamel(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}
