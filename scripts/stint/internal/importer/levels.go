package importer

// level reduces a look to what is compared on it. Two rows, or a row and an entry, are paired if
// their reduced looks are equal. It returns false for a look that is not paired on this level.
type level func(look) (look, bool)

// pair pairs rows with others: on the first level all that it can, on the next ones the rest. The
// result is the index of the other of each row, or -1.
func pair(rows, others []look, levels []level) []int {
	to, left := make([]int, len(rows)), len(rows)
	for i := range to {
		to[i] = -1
	}
	taken := make([]bool, len(others))
	for n := 0; n < len(levels) && left > 0 && len(rows)-left < len(others); n++ {
		waiting := map[look][]int{}
		for i, o := range others {
			if l, ok := levels[n](o); ok && !taken[i] {
				waiting[l] = append(waiting[l], i)
			}
		}
		for i, r := range rows {
			l, ok := levels[n](r)
			if list := waiting[l]; ok && to[i] < 0 && len(list) > 0 {
				to[i], taken[list[0]], waiting[l] = list[0], true, list[1:]
				left--
			}
		}
	}
	return to
}

// levels are how a row of a corrected file is found to be an entry of a former import, or a row of
// another file that overlaps it; the surest comes first. A row without a text follows an entry to
// another project only from projects that follows names.
func (x *Import) levels(laid bool, follows func(project uint64) bool) []level {
	if laid {
		return []level{
			func(l look) (look, bool) { l.start, l.worth = 0, 0; return l, true },
			func(l look) (look, bool) { return look{seconds: l.seconds, content: l.content}, true },
			func(l look) (look, bool) { return look{content: l.content}, true },
			func(l look) (look, bool) { return look{project: l.project, seconds: l.seconds}, true },
			func(l look) (look, bool) {
				return look{text: l.text, seconds: l.seconds}, l.text != noText || follows(l.project)
			},
			func(l look) (look, bool) { return look{project: l.project}, true },
			func(l look) (look, bool) { return look{text: l.text}, l.text != noText },
			// Nothing in common. A file of one project does not take the entries of another.
			func(l look) (look, bool) { return look{}, x.projects[l.project] },
		}
	}
	return []level{
		func(l look) (look, bool) { l.worth = 0; return l, true },
		func(l look) (look, bool) { return look{start: l.start, seconds: l.seconds, content: l.content}, true },
		func(l look) (look, bool) { return look{start: l.start, content: l.content}, true },
		func(l look) (look, bool) { return look{start: l.start, project: l.project}, true },
		func(l look) (look, bool) { return look{start: l.start, text: l.text}, true },
		func(l look) (look, bool) { return look{start: l.start}, true },
		func(l look) (look, bool) { return look{seconds: l.seconds, content: l.content}, true },
		func(l look) (look, bool) { return look{content: l.content}, true },
	}
}

// surely are the levels of rows of files that may be about different time, such as different
// projects.
func surely(laid bool) []level {
	if laid {
		return []level{
			func(l look) (look, bool) { return look{content: l.content}, l.text != noText },
			func(l look) (look, bool) { return look{project: l.project, seconds: l.seconds}, true },
			func(l look) (look, bool) { return look{text: l.text, seconds: l.seconds}, l.text != noText },
		}
	}
	return []level{
		func(l look) (look, bool) { return look{start: l.start, content: l.content}, true },
		func(l look) (look, bool) { return look{start: l.start, project: l.project}, true },
		func(l look) (look, bool) { return look{start: l.start, seconds: l.seconds, text: l.text}, true },
	}
}

// noText is the hash of no description.
var noText = hashOf(nil)
