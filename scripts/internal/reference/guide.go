package reference

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// guide is a text with a page of its own, from a Markdown file: one that explains a task, or a paper.
type guide struct {
	Page       string // and the anchor of its title
	Title      string
	Lead       string // first sentence
	Body       template.HTML
	Headings   []heading // below the title
	Text       string    // of the body, for the search
	HasSamples bool      // in several languages
}

// guidePage is the name of the page of a guide.
func guidePage(name string) string { return "guide-" + name }

// conventions is the name of the guide that is the description of the OpenAPI document.
const conventions = "conventions"

// readGuides reads the guides. The last one is the description of the document.
func (s *site) readGuides() ([]guide, error) {
	s.textPages = append(s.textPages, guidePage(conventions))
	all, err := s.readTexts(s.Source.Guides, "*.md", func(file string) string { return guidePage(guideName(file)) })
	if err != nil {
		return nil, err
	}
	last, err := s.newGuide(guidePage(conventions), []byte("# Conventions\n\n"+s.Document.Info.Description))
	return append(all, last), err
}

// readTexts reads the Markdown files that a pattern matches, in the order of their names. Links between them need the
// names of all pages first.
func (s *site) readTexts(files fs.FS, pattern string, pageOf func(file string) string) (all []guide, err error) {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		s.textPages = append(s.textPages, pageOf(name))
	}
	for _, name := range names {
		source, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		g, err := s.newGuide(pageOf(name), source)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, g)
	}
	return all, nil
}

// readPapers reads the other texts.
func (s *site) readPapers() ([]guide, error) {
	var all []guide
	for _, p := range s.Source.Papers {
		g, err := s.newGuide(p.Name, p.Text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.File, err)
		}
		all = append(all, g)
	}
	return all, nil
}

var guideNumber = regexp.MustCompile(`^\d+-`)

// guideName is the name of a guide by its file: 02-keys.md is keys.
func guideName(file string) string {
	return guideNumber.ReplaceAllString(strings.TrimSuffix(path.Base(file), ".md"), "")
}

// newGuide makes a guide of Markdown, whose first line is the title.
func (s *site) newGuide(page string, source []byte) (guide, error) {
	first, rest, _ := bytes.Cut(source, []byte("\n"))
	title, ok := strings.CutPrefix(string(first), "# ")
	if !ok {
		return guide{}, fmt.Errorf("the first line is no title")
	}
	g := guide{Page: page, Title: title}
	d := newDocument(rest, page+"-", func(to string) string { return s.textLink(page, to) })
	d.pictures = s.Pictures
	var err error
	g.Body, g.Headings, err = d.html()
	g.HasSamples = strings.Contains(string(g.Body), `class="choice"`)
	g.Text, g.Lead = plainText(d.root, rest), d.lead()
	return g, err
}

// textLink is where a link of a guide or a paper leads from its page: to another one, to a place of the reference,
// which is written /api/docs#anchor, or to the address itself. It is "" for a file that is not in the reference.
func (s *site) textLink(from, to string) string {
	file, anchor, _ := strings.Cut(to, "#")
	switch {
	case file == "/api/docs" && anchor != "":
		return s.placeOf(from, anchor)
	case file == "" && anchor != "":
		return "#" + from + "-" + anchor
	case !isFile(file):
		return to
	}
	page := s.textPageOf(file)
	switch {
	case page == "":
		return ""
	case anchor != "":
		return s.placeOf(from, page+"-"+anchor)
	}
	return s.placeOf(from, page)
}

// isFile reports whether a link leads to a file of the repository.
func isFile(link string) bool { return !strings.Contains(link, ":") && !strings.HasPrefix(link, "/") }

// textPageOf is the page of a file of the repository; "" if it has none.
func (s *site) textPageOf(file string) string {
	for _, p := range s.Source.Papers {
		if path.Base(p.File) == path.Base(file) {
			return p.Name
		}
	}
	if name := commandPage(file); name != "" && slices.Contains(s.textPages, name) {
		return name
	}
	if name := guidePage(guideName(file)); guideNumber.MatchString(path.Base(file)) && slices.Contains(s.textPages, name) {
		return name
	}
	return ""
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
