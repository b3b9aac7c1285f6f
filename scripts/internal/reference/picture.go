package reference

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"sync"

	"html/template"

	"github.com/yuin/goldmark/ast"
)

// isPicture reports whether a link leads to the text of a picture.
func isPicture(link *ast.Link) bool {
	return strings.HasSuffix(string(link.Destination), PictureSuffix)
}

// pictureIn is the name of the picture that a paragraph shows: it has a link to its text and nothing else.
func pictureIn(node ast.Node) (name string, ok bool) {
	link, ok := node.FirstChild().(*ast.Link)
	if !ok || node.Kind() != ast.KindParagraph || node.ChildCount() != 1 || !isPicture(link) {
		return "", false
	}
	return strings.TrimSuffix(path.Base(string(link.Destination)), PictureSuffix), true
}

var pictureTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("picture.html").ParseFS(templates, "templates/parts/picture.html"))
})

// writePicture writes a picture with its text.
func (d *document) writePicture(out *bytes.Buffer, name string) error {
	found, ok := d.pictures[name]
	if !ok {
		return fmt.Errorf("there is no picture %s", name)
	}
	return pictureTemplate().Execute(out, struct {
		Picture
		Anchor  string
		Drawing template.HTML
	}{found, d.prefix + "picture-" + name, template.HTML(found.SVG)})
}
