// Package translations compares the languages of a catalogue, for the tests of packages with texts.
package translations

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stint/shared/locale"
)

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// wrongFrench is a French sign without its narrow space, as in "Motif :" with a common one.
var wrongFrench = regexp.MustCompile(`[^\x{202F}][:;!?»](?:\s|$)|[^\x{202F}]»|«[^\x{202F}]`)

// Rules are what Check may accept.
type Rules struct {
	SameInAll []string // keys whose text may be that of the English: names, and words that both languages have
	Built     []string // beginnings of keys that the program puts together, so that no key is in the source as a whole
}

// Check fails unless all languages have the same keys, each with the same placeholders and paragraphs, French has its
// narrow spaces, and every key is used in the source in the working directory, which is the package's folder.
func Check(t *testing.T, c *locale.Catalogue, rules Rules) {
	t.Helper()
	english := c.All(locale.English)
	for _, l := range locale.Languages() {
		texts := c.All(l)
		for _, key := range slices.Sorted(maps.Keys(texts)) {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is not in English", l, key)
			}
		}
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if wrong := compare(l, english[key], texts[key], slices.Contains(rules.SameInAll, key)); wrong != "" {
				t.Errorf("%s: %s %s:\n%q\n%q", l, key, wrong, texts[key], english[key])
			}
		}
	}
	checkUse(t, english, rules.Built)
}

// compare says what is wrong with a translation; "" for nothing.
func compare(l locale.Language, english, text string, maybeSame bool) string {
	switch {
	case text == "":
		return "is missing"
	case text != strings.TrimSpace(text) || strings.Contains(text, "  "):
		return "has spaces too many"
	case fmt.Sprint(placeholdersOf(text)) != fmt.Sprint(placeholdersOf(english)):
		return "has other placeholders"
	case strings.Count(text, "\n") != strings.Count(english, "\n"):
		return "has another number of paragraphs"
	case l == locale.French && wrongFrench.MatchString(text):
		return "lacks a narrow no-break space (U+202F)"
	case l != locale.English && text == english && !maybeSame:
		return "is English"
	}
	return ""
}

func placeholdersOf(text string) []string {
	found := placeholder.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// checkUse fails for a key that the source does not use.
func checkUse(t *testing.T, english map[string]string, built []string) {
	t.Helper()
	source := readSource(t)
	for _, key := range slices.Sorted(maps.Keys(english)) {
		isBuilt := slices.ContainsFunc(built, func(start string) bool { return strings.HasPrefix(key, start) })
		if !isBuilt && !strings.Contains(source, `"`+key+`"`) {
			t.Errorf("no source uses the text %s", key)
		}
	}
}

func readSource(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"*.go", "*.html", "*.txt"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") {
				all.Write(content)
			}
		}
	}
	return all.String()
}
