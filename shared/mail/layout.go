package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	"io"
	"sync"
	text "text/template"

	"stint/shared/domain"
	"stint/shared/locale"
)

// textFiles has one file for each kind and language, and common.json for what all mails say.
//
//go:embed texts
var textFiles embed.FS

// catalogue has the texts of all mails.
var catalogue = locale.NewCatalogue(textFiles, "texts")

// layout has the values for the two templates that all mails share. All values are plain text, each a single line.
type layout struct {
	Language    locale.Language
	Greeting    string
	Paragraphs  []string
	Link        string // "" for none
	Button      string
	ButtonFails string
	Notes       []string // in smaller type at the end
}

// newLayout makes the layout of a mail to a person, without its paragraphs. Their name may be "".
func newLayout(t locale.Texts, name domain.Name) layout {
	l := layout{Language: t.Language, Greeting: t.Text("common.greeting_nameless"), ButtonFails: t.Text("common.button_fails")}
	if name != "" {
		l.Greeting = t.Text("common.greeting", "name", shownName(name))
	}
	return l
}

// toMessage renders both forms of a mail.
func (l layout) toMessage(m Message) (Message, error) {
	var err error
	if m.Text, err = render(textTemplate(), l); err == nil {
		m.HTML, err = render(htmlTemplate(), l)
	}
	return m, err
}

//go:embed templates
var templateFiles embed.FS

var (
	textTemplate = sync.OnceValue(func() *text.Template { return text.Must(text.ParseFS(templateFiles, "templates/layout.txt")) })
	htmlTemplate = sync.OnceValue(func() *html.Template { return html.Must(html.ParseFS(templateFiles, "templates/layout.html")) })
)

// template is the part that both template packages share.
type template interface {
	Execute(w io.Writer, data any) error
}

func render(t template, v any) (string, error) {
	var out bytes.Buffer
	if err := t.Execute(&out, v); err != nil {
		return "", fmt.Errorf("mail: %w", err)
	}
	return out.String(), nil
}
