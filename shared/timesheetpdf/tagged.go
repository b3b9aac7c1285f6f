package timesheetpdf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// errNotOfLibrary: a file is not what the library writes.
var errNotOfLibrary = errors.New("timesheetpdf: the file has another form than the library's")

// tagged is a file of the library with the structure of its text: a tagged PDF (ISO 32000-1, 14.8). The library
// writes no structure, so its objects are written again, with what refers to the structure, and the elements follow.
func tagged(file []byte, s *structure) ([]byte, error) {
	source, err := readObjects(file)
	if err != nil {
		return nil, err
	}
	out := newObjectWriter(source)
	tree := s.tree(source.size)
	for _, o := range source.objects {
		content, err := source.withStructure(o, tree)
		if err != nil {
			return nil, err
		}
		out.write(o.number, content)
	}
	s.writeTo(out, source.size)
	return out.end(source.root, source.info), nil
}

// object is an object of a file, without its number.
type object struct {
	number, at int
	content    []byte // up to endobj
}

// objects are the objects of a file that the library wrote.
type objects struct {
	head       []byte   // what is before them
	objects    []object // in the order of the file
	size       int      // one more than the highest number
	root, info int      // numbers of the catalogue and of the properties
}

// readObjects reads the table of a file.
func readObjects(file []byte) (o objects, err error) {
	table := bytes.LastIndex(file, []byte("\nxref\n"))
	if table < 0 {
		return o, errNotOfLibrary
	}
	lines := strings.Split(string(file[table+1:]), "\n")
	if _, err := fmt.Sscanf(lines[1], "0 %d", &o.size); err != nil || len(lines) < o.size+5 {
		return o, errNotOfLibrary
	}
	for number, line := range lines[3 : o.size+2] {
		at, err := strconv.Atoi(strings.TrimLeft(line[:min(10, len(line))], "0"))
		if err != nil {
			return o, errNotOfLibrary
		}
		o.objects = append(o.objects, object{number: number + 1, at: at})
	}
	trailer := strings.Join(lines[o.size+2:], " ")
	_, err = fmt.Sscanf(trailer, fmt.Sprintf("trailer << /Size %d /Root %%d 0 R /Info %%d 0 R", o.size), &o.root, &o.info)
	o.divide(file, table+1)
	return o, err
}

// divide gives each object its content. end is where the last one ends.
func (o *objects) divide(file []byte, end int) {
	slices.SortFunc(o.objects, func(a, b object) int { return cmp.Compare(a.at, b.at) })
	o.head = file[:o.objects[0].at]
	for i := range o.objects {
		next := end
		if i+1 < len(o.objects) {
			next = o.objects[i+1].at
		}
		_, content, _ := bytes.Cut(file[o.objects[i].at:next], []byte(" 0 obj\n"))
		o.objects[i].content = content
	}
}

// The beginnings of what refers to the structure.
var (
	pageObject    = []byte("<</Type /Page\n")
	catalogObject = []byte("<<\n/Type /Catalog\n")
)

// withStructure is the content of an object. The pages and the catalogue refer to the structure, whose tree has that
// number.
func (o *objects) withStructure(of object, tree int) ([]byte, error) {
	switch {
	case of.number == o.root:
		return extended(of.content, catalogObject, fmt.Sprintf(
			"/MarkInfo <</Marked true>>\n/StructTreeRoot %d 0 R\n/ViewerPreferences <</DisplayDocTitle true>>\n", tree))
	case bytes.HasPrefix(of.content, pageObject):
		return extended(of.content, pageObject, fmt.Sprintf("/StructParents %d\n/Tabs /S\n", pageOf(of.number)))
	}
	return withUnicode(of.content), nil
}

func extended(content, beginning []byte, entries string) ([]byte, error) {
	rest, found := bytes.CutPrefix(content, beginning)
	if !found {
		return nil, errNotOfLibrary
	}
	return slices.Concat(beginning, []byte(entries), rest), nil
}
