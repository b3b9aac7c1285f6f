package reference

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// guide is a text that explains a task, from a Markdown file.
type guide struct {
	Name     string // file name without number and suffix
	Title    string
	Lead     string // first sentence
	Body     template.HTML
	Headings []heading // below the title
	Text     string    // of the body, for the search
}

// Anchor is the anchor of the guide.
func (g guide) Anchor() string { return "guide-" + g.Name }

// conventions is the name of the guide that is the description of the OpenAPI document.
const conventions = "conventions"

// readGuides reads the guides. The last one is the description of the document.
func (s *site) readGuides() ([]guide, error) {
	names, err := fs.Glob(s.Source.Guides, "*.md")
	if err != nil {
		return nil, err
	}
	var all []guide
	for _, name := range names {
		source, err := fs.ReadFile(s.Source.Guides, name)
		if err != nil {
			return nil, err
		}
		g, err := s.newGuide(guideName(name), source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, g)
	}
	last, err := s.newGuide(conventions, []byte("# Conventions\n\n"+s.Document.Info.Description))
	return append(all, last), err
}

var guideNumber = regexp.MustCompile(`^\d+-`)

// guideName is the name of a guide by its file: 02-keys.md is keys.
func guideName(file string) string {
	return guideNumber.ReplaceAllString(strings.TrimSuffix(path.Base(file), ".md"), "")
}

// newGuide makes a guide of Markdown, whose first line is the title.
func (s *site) newGuide(name string, source []byte) (guide, error) {
	first, rest, _ := bytes.Cut(source, []byte("\n"))
	title, ok := strings.CutPrefix(string(first), "# ")
	if !ok {
		return guide{}, fmt.Errorf("the first line is no title")
	}
	g := guide{Name: name, Title: title}
	d := newDocument(rest, g.Anchor()+"-", s.guideLink)
	var err error
	g.Body, g.Headings, err = d.html()
	g.Text, g.Lead = plainText(d.root, rest), d.lead()
	return g, err
}

// guideLink is where a link of a guide leads from the start page: to another guide, to a place
// of the reference, which is written /api/docs#anchor, or to the address itself.
func (s *site) guideLink(to string) string {
	file, anchor, _ := strings.Cut(to, "#")
	switch {
	case strings.HasSuffix(file, ".md") && !strings.Contains(file, "/"):
		if anchor != "" {
			return "#guide-" + guideName(file) + "-" + anchor
		}
		return "#guide-" + guideName(file)
	case file == "/api/docs" && anchor != "":
		return s.placeOf(startPage, anchor)
	}
	return to
}

// lead is the first sentence of the first paragraph.
func (d *document) lead() string {
	for node := d.root.FirstChild(); node != nil; node = node.NextSibling() {
		if node.Kind() == ast.KindParagraph {
			first, _, _ := strings.Cut(plainText(node, d.source), ". ")
			return strings.TrimSuffix(first, ".") + "."
		}
	}
	return ""
}
