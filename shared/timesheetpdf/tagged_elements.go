package timesheetpdf

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// tree is the number of the tree's object, if the objects of the structure begin with that number: the marks of each
// page come before it, and the elements after it.
func (s *structure) tree(first int) int { return first + len(s.parents) }

// writeTo writes the structure. first is the number of its first object.
func (s *structure) writeTo(out *objectWriter, first int) {
	tree := s.tree(first)
	out.size = s.root.count(tree + 1)
	pages := slices.Sorted(maps.Keys(s.parents))
	var numbers strings.Builder
	for i, page := range pages {
		out.pack(first+i, referencesTo(s.parents[page]))
		fmt.Fprintf(&numbers, "%d %d 0 R ", page, first+i)
	}
	out.pack(tree, fmt.Sprintf("<</Type/StructTreeRoot/K %d 0 R/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>",
		s.root.number, numbers.String(), len(pages)+1))
	s.root.writeTo(out, tree)
}

// count gives the elements their numbers, and returns the number that follows.
func (e *element) count(number int) int {
	e.number = number
	number++
	for _, child := range e.elements {
		number = child.count(number)
	}
	return number
}

// writeTo writes an element and what is in it.
func (e *element) writeTo(out *objectWriter, parent int) {
	out.pack(e.number, fmt.Sprintf("<</S/%s/P %d 0 R%s%s>>", e.kind, parent, e.attributes, e.kids()))
	for _, child := range e.elements {
		child.writeTo(out, e.number)
	}
}

// kids are the entries of an element that name what is in it.
func (e *element) kids() string {
	switch {
	case len(e.elements) > 0:
		return "/K" + referencesTo(e.elements)
	case len(e.marks) == 0:
		return ""
	}
	page := e.marks[0].page
	return fmt.Sprintf("/Pg %d 0 R/K[%s]", objectOfPage(page), strings.Join(markNames(e.marks, page), " "))
}

// markNames are the marks of an element. Those on another page than its first name their page.
func markNames(marks []mark, page int) []string {
	names := make([]string, len(marks))
	for i, m := range marks {
		names[i] = fmt.Sprint(m.id)
		if m.page != page {
			names[i] = fmt.Sprintf("<</Type/MCR/Pg %d 0 R/MCID %d>>", objectOfPage(m.page), m.id)
		}
	}
	return names
}

func referencesTo(elements []*element) string {
	var list strings.Builder
	list.WriteByte('[')
	for _, e := range elements {
		fmt.Fprintf(&list, "%d 0 R ", e.number)
	}
	list.WriteByte(']')
	return list.String()
}

// objectOfPage is the number of a page's object. The library numbers the pages 3, 5, 7 and so on.
func objectOfPage(page int) int { return 1 + 2*page }

// pageOf is the page of an object.
func pageOf(object int) int { return (object - 1) / 2 }
