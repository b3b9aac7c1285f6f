package reference

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// PictureSuffix is how the names of texts of pictures end.
const PictureSuffix = ".dot"

// Picture is a picture for a page in HTML. It is a text in the language of Graphviz, which viz-js draws as SVG: it is
// Graphviz as WebAssembly, pinned in package.json. Colours and fonts are those of the page.
type Picture struct {
	Title string
	Text  string // what it shows, for those who do not see it
	SVG   string // an element svg with the title and the text
}

// DrawPictures draws the pictures of a folder, by their names without PictureSuffix. The root has node_modules, which
// make tools makes. A text begins with comments: the first line is the title, the others say what the picture shows.
func DrawPictures(ctx context.Context, root, folder string) (map[string]Picture, error) {
	files, err := filepath.Glob(filepath.Join(root, folder, "*"+PictureSuffix))
	if err != nil {
		return nil, err
	}
	all, texts := map[string]Picture{}, map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), PictureSuffix)
		texts[name] = string(text)
		if all[name], err = describe(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	drawn, err := drawAll(ctx, root, texts)
	if err != nil {
		return nil, err
	}
	for name, p := range all {
		p.SVG = elementOf(drawn[name], name, p)
		all[name] = p
	}
	return all, nil
}

// describe reads the title and the description of a picture.
func describe(text string) (p Picture, err error) {
	var lines []string
	for line := range strings.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(line), "// ")
		if !ok {
			break
		}
		lines = append(lines, comment)
	}
	if len(lines) < 2 {
		return p, errors.New("it does not begin with a title and a description, as comments")
	}
	return Picture{Title: lines[0], Text: strings.Join(lines[1:], " ")}, nil
}

// drawAll runs viz-js.
func drawAll(ctx context.Context, root string, texts map[string]string) (drawn map[string]string, err error) {
	in, err := json.Marshal(texts)
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, "node", "scripts/internal/reference/draw.mjs")
	command.Dir, command.Stdin = root, bytes.NewReader(in)
	var failure bytes.Buffer
	command.Stderr = &failure
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("draw pictures (make tools brings viz-js): %w\n%s", err, failure.String())
	}
	return drawn, json.Unmarshal(out, &drawn)
}

var (
	svgStart    = regexp.MustCompile(`(?s)^.*?<svg width="(\d+)pt" height="(\d+)pt"\s+viewBox="([^"]*)"[^>]*>`)
	superfluous = regexp.MustCompile(`(?s)<!--.*?-->|<title>.*?</title>| id="[^"]*"| font-family="[^"]*"`)
)

// elementOf makes a part of a page of an SVG document: without ids and titles of parts, and with a title and a
// description that assistive technology reads.
func elementOf(svg, name string, p Picture) string {
	size := svgStart.FindStringSubmatch(svg)
	if size == nil {
		return ""
	}
	title, text := "picture-"+name+"-title", "picture-"+name+"-text"
	start := fmt.Sprintf(`<svg role="img" aria-labelledby="%s %s" width="%s" height="%s" viewBox="%s"><title id="%s">%s</title><desc id="%s">%s</desc>`,
		title, text, size[1], size[2], size[3], title, html.EscapeString(p.Title), text, html.EscapeString(p.Text))
	return start + strings.TrimSpace(superfluous.ReplaceAllString(svg[len(size[0]):], ""))
}
