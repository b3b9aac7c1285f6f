package pages_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every input has a label and the texts that describe it, and every id is unique, on
// pages with and without errors.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	api, tokens, _ := newForms(t)
	var shown []string
	for _, path := range paths {
		shown = append(shown, openPage(api, path, tokens[path]).Page(200))
	}
	shown = append(shown, sendForm(api, resetPath, "token", tokens[resetPath]).Page(422),
		sendForm(api, invitationPath, "token", tokens[invitationPath]).Page(422))
	for _, page := range shown {
		ids := findAll(page, `\sid="([^"]+)"`)
		if slices.Sort(ids); len(slices.Compact(slices.Clone(ids))) != len(ids) {
			t.Errorf("ids %v", ids)
		}
		if n := strings.Count(page, "<h1>"); n != 1 {
			t.Errorf("%d main headings", n)
		}
		for _, input := range findAll(page, `(<input [^>]+>)`) {
			if strings.Contains(input, `type="hidden"`) {
				continue
			}
			if id := findAll(input, `\sid="([^"]+)"`)[0]; !strings.Contains(page, `<label for="`+id+`">`) {
				t.Errorf("no label for %s", input)
			}
			if strings.Contains(input, "aria-invalid") != strings.Contains(input, "-error") {
				t.Errorf("an error without its text: %s", input)
			}
			for _, texts := range findAll(input, `aria-describedby="([^"]+)"`) {
				for _, id := range strings.Fields(texts) {
					if !slices.Contains(ids, id) {
						t.Errorf("%s refers to %s, which does not exist", input, id)
					}
				}
			}
		}
		if n := strings.Count(page, " autofocus"); n > 1 {
			t.Errorf("%d inputs have autofocus", n)
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
