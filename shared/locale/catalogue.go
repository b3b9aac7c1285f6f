package locale

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// Catalogue has the texts of a package in all languages. The folder of a language has one JSON file for each
// topic, with a text for each name:
//
//	texts/de/invitation.json: {"heading": "{workspace} beitreten"}
//
// The key of this text is invitation.heading. {workspace} is a placeholder. A line break divides paragraphs. Keep
// the folders in an embed.FS, and compare the languages in a test with
// stint/internal/testkit/translations.
type Catalogue struct {
	files fs.FS
	read  [4]func() map[string]string // by Language.index
}

// NewCatalogue makes a catalogue of the files below the folder texts. A language is read when its first text is needed.
func NewCatalogue(files fs.FS) *Catalogue {
	c := &Catalogue{files: files}
	for i, l := range Languages() {
		c.read[i] = sync.OnceValue(func() map[string]string { return c.load(l) })
	}
	return c
}

// In is the catalogue's texts in one language.
func (c *Catalogue) In(l Language) Texts {
	return Texts{Language: Languages()[l.index()], catalogue: c}
}

// All returns every text of a language by its key.
func (c *Catalogue) All(l Language) map[string]string { return c.read[l.index()]() }

// load panics for a file that cannot be read: the files are part of the program.
func (c *Catalogue) load(l Language) map[string]string {
	names, err := fs.Glob(c.files, path.Join("texts", string(l), "*.json"))
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("locale: no texts in %s (%v)", l, err))
	}
	all := map[string]string{}
	for _, name := range names {
		content, err := fs.ReadFile(c.files, name)
		var topic map[string]string
		if err == nil {
			err = json.Unmarshal(content, &topic)
		}
		if err != nil {
			panic(fmt.Sprintf("locale: %s: %v", name, err))
		}
		for key, text := range topic {
			all[strings.TrimSuffix(path.Base(name), ".json")+"."+key] = text
		}
	}
	return all
}

// Texts are the texts of a catalogue in one language.
type Texts struct {
	Language  Language
	catalogue *Catalogue
}

// Text is the text of a key. The values are pairs of a placeholder's name and what replaces it, as
// plain text: escape the result, not the values. Text panics for an unknown key, which is a mistake in the
// program.
func (t Texts) Text(key string, values ...string) string {
	text, ok := t.catalogue.All(t.Language)[key]
	if !ok {
		panic(fmt.Sprintf("locale: no text %q in %s", key, t.Language))
	}
	return replace(text, values)
}

// replace replaces all placeholders at once, so that a value cannot contain one.
func replace(text string, values []string) string {
	if len(values) == 0 {
		return text
	}
	pairs := make([]string, len(values))
	for i, value := range values {
		pairs[i] = value
		if i%2 == 0 {
			pairs[i] = "{" + value + "}"
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Lines are the paragraphs of a text.
func (t Texts) Lines(key string, values ...string) []string {
	lines := strings.Split(t.Text(key), "\n")
	for i, line := range lines {
		lines[i] = replace(line, values)
	}
	return lines
}

// Has reports whether a key has a text.
func (t Texts) Has(key string) bool {
	_, ok := t.catalogue.All(t.Language)[key]
	return ok
}
