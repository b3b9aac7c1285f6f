// Package reference makes the API reference for people: HTML pages and the index of their
// search. It reads the OpenAPI document, the samples of each operation and the guides, so the
// reference always describes the routes of the service.
//
// There is a start page with all contents, a page for each guide, for each paper such as the changelog and for each
// tag of the document, and a page each for events, errors and schemas. Anchors are public: they are operation ids,
// codes and names of tags, guides, events and schemas. The start page has those of operations, tags and schemas too,
// with a link to their place, because they all were on one page before.
package reference

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"slices"

	"stint/scripts/internal/samples"
	"stint/shared/openapi"
	"stint/shared/problem"
)

// Source is what a reference is made of.
type Source struct {
	Document *openapi.Document
	Samples  map[string][]samples.Sample // by operation id
	Guides   fs.FS                       // Markdown files NN-name.md, read in the order of their names
	Commands fs.FS                       // Markdown files of the command, as stint_project_add.md; nil for none
	Papers   []Paper                     // other texts with a page of their own, in the order of the contents
	Pictures map[string]Picture          // those of the guides, by the name of the file
	Icon     []byte                      // the picture of the site in tabs and bookmarks, as SVG
	Style    string                      // style sheet of every page
	Script   string                      // script of every page
}

// Paper is a text of the repository with a page of its own.
type Paper struct {
	Name string // of the page, and the beginning of its anchors
	File string // where the text is, from the root of the repository; links of other texts name it
	Text []byte // Markdown, whose first line is the title
}

// File is a file of the reference.
type File struct {
	Name    string // such as timers.html
	Content []byte
}

// Names of the pages that no tag has.
const (
	startPage   = "start"
	errorsPage  = "errors"
	schemasPage = "schemas"
	eventsPage  = "events"
)

// Icon is the name of the file with the picture of the site.
const Icon = "favicon.svg"

// SearchIndex is the name of the file with the index of the search.
const SearchIndex = "search.json"

// site is a reference that is being made.
type site struct {
	Source
	Groups []group
	Topics []*topic // of all groups
	Guides []guide
	Papers []guide

	Commands []guide // the command, and its commands
	Events   []event

	textPages    []string // of guides
	Errors       []problem.CodeInfo
	Schemas      openapi.Map[*openapi.Schema] // those that are no bodies of requests
	EventSchemas openapi.Map[*openapi.Schema] // those of them that only events have
}

// view is what the template of a page shows.
type view struct {
	*site
	Page  string // name of the page
	Title string
	Topic *topic // nil for a page that is no topic
	Guide *guide // nil for a page that is no guide or paper
}

// HasSamples reports whether the page has code in several languages.
func (v view) HasSamples() bool { return v.Topic != nil || v.Guide != nil && v.Guide.HasSamples }

// Build makes the files of the reference, sorted by name. The same source always makes the same
// files.
func Build(s Source) ([]File, error) {
	all := &site{Source: s, Errors: problem.Catalogue(), Schemas: answerSchemas(s.Document), Events: eventsOf(s.Document)}
	all.EventSchemas = eventSchemas(s.Document, all.Events)
	all.Groups = all.groups()
	for _, g := range all.Groups {
		all.Topics = append(all.Topics, g.Topics...)
	}
	var err error
	if all.Guides, err = all.readGuides(); err != nil {
		return nil, err
	}
	if all.Commands, err = all.readCommands(); err != nil {
		return nil, err
	}
	if all.Papers, err = all.readPapers(); err != nil {
		return nil, err
	}
	return all.files()
}

// files renders every page and the index.
func (s *site) files() ([]File, error) {
	views := []view{{Page: startPage, Title: "API reference"}}
	for _, l := range lists {
		views = append(views, view{Page: l.Page, Title: l.Title})
	}
	for _, g := range slices.Concat(s.Guides, s.Commands, s.Papers) {
		views = append(views, view{Page: g.Page, Title: g.Title, Guide: &g})
	}
	for _, t := range s.Topics {
		views = append(views, view{Page: t.Name, Title: t.Title, Topic: t})
	}
	index, err := s.searchIndex()
	if err != nil {
		return nil, err
	}
	files := []File{{SearchIndex, index}, {Icon, s.Icon}, {LLMs, s.contentsForModels()}}
	for _, v := range views {
		v.site = s
		forms, err := v.forms()
		if err != nil {
			return nil, err
		}
		files = append(files, forms...)
	}
	return sorted(files), nil
}

// OwnSchemas are the schemas of the page of the schemas.
func (v view) OwnSchemas() openapi.Map[*openapi.Schema] {
	return slices.DeleteFunc(slices.Clone(v.Schemas), func(m openapi.Member[*openapi.Schema]) bool {
		_, isOfEvents := v.EventSchemas.Get(m.Name)
		return isOfEvents
	})
}

// forms are a page as HTML and in Markdown. The start page has no form in Markdown: LLMs has its contents.
func (v view) forms() ([]File, error) {
	page, err := v.render()
	if err != nil {
		return nil, err
	}
	files := []File{{v.Page + ".html", page}}
	if v.Page == startPage {
		return files, nil
	}
	text, err := asMarkdown(page)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.Page, err)
	}
	return append(files, File{v.Page + MarkdownSuffix, text}), nil
}

// render renders a page.
func (v view) render() ([]byte, error) {
	show, err := template.New("page.html").Funcs(v.functions()).ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = show.Execute(&out, v)
	return out.Bytes(), err
}
