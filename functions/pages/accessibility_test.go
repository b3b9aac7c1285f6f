package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every input has its label, every text that belongs to it is there, and no id
// is there twice; with mistakes and without.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	h, tokens, _ := newForms(t)
	var shown []string
	for _, path := range paths {
		shown = append(shown, openPage(h, path, tokens[path]).Page(200))
	}
	shown = append(shown, sendForm(h, resetPath, "token", tokens[resetPath]).Page(422), sendForm(h, invitationPath, "token", tokens[invitationPath]).Page(422))
	for _, page := range shown {
		ids := findAll(page, `\sid="([^"]+)"`)
		if slices.Sort(ids); len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("ids %v", ids)
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%d headings of the first rank", n)
		}
		for _, input := range findAll(page, `(<input [^>]+>)`) {
			if strings.Contains(input, `type="hidden"`) {
				continue
			}
			if id := findAll(input, `\sid="([^"]+)"`)[0]; !strings.Contains(page, `<label for="`+id+`">`) {
				t.Errorf("no label for %s", input)
			}
			if strings.Contains(input, "aria-invalid") != strings.Contains(input, "-error") {
				t.Errorf("a mistake without its text: %s", input)
			}
			for _, texts := range findAll(input, `aria-describedby="([^"]+)"`) {
				for _, id := range strings.Fields(texts) {
					if !slices.Contains(ids, id) {
						t.Errorf("%s names %s, which is not there", input, id)
					}
				}
			}
		}
		if n := strings.Count(page, " autofocus"); n > 1 {
			t.Errorf("%d inputs want the focus", n)
		}
	}
}

func findAll(text, pattern string) []string {
	var found []string
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}
