package reference

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"stint/internal/programs"
)

const root = "../../.."

// Every picture is drawn. It has a title and a description that assistive technology reads, no id beside theirs, no
// style of its own, and no name of a node that it does not show.
func TestDrawPictures(t *testing.T) {
	programs.KeepNoResults()
	all, err := DrawPictures(t.Context(), root, "docs/guides/pictures")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"timesheet", "rate", "records", "retries", "copy"} {
		p := all[name]
		for _, want := range []string{`<svg role="img" aria-labelledby="picture-` + name + `-title picture-` + name + `-text"`,
			`<title id="picture-` + name + `-title">` + p.Title, `<desc id="picture-` + name + `-text">`, `</svg>`, `class="node`} {
			if !strings.Contains(p.SVG, want) {
				t.Errorf("%s lacks %s: %.300s", name, want, p.SVG)
			}
		}
		if n := strings.Count(p.SVG, " id="); n != 2 || strings.Count(p.SVG, "<title") != 1 {
			t.Errorf("%s has %d ids, or titles of parts", name, n)
		}
		if found := regexp.MustCompile(`style=|<!--|<script|font-family|fill="white"`).FindString(p.SVG); found != "" {
			t.Errorf("%s has %s", name, found)
		}
	}
}

// Reopening leads to a timesheet that is submitted, not to time that is free.
func TestReopeningIsNoFreedom(t *testing.T) {
	text, err := os.ReadFile(root + "/docs/guides/pictures/timesheet.dot")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `approved -> submitted [label=" reopen"`) ||
		!regexp.MustCompile(`Reopening .* entries stay locked\.`).Match(text) {
		t.Errorf("the picture leads reopening elsewhere:\n%s", text)
	}
}

func TestAPictureNeedsADescription(t *testing.T) {
	for _, text := range []string{"digraph {}", "// Only a title\ndigraph {}"} {
		if _, err := describe(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func TestABrokenPictureIsAnError(t *testing.T) {
	programs.KeepNoResults()
	if _, err := drawAll(t.Context(), root, map[string]string{"broken": "digraph {"}); err == nil {
		t.Error("a broken picture is drawn")
	}
}
