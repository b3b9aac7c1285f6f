package importer

// level reduces a fingerprint to what is compared on it. Two rows, or a row and an entry, are paired
// if their reduced fingerprints are equal. It returns false for one that is not paired on this level.
type level func(fingerprint) (fingerprint, bool)

// pair pairs rows with others: on the first level all that it can, on the next ones the rest. The
// result is the index of the other of each row, or -1.
func pair(rows, others []fingerprint, levels []level) []int {
	to, left := make([]int, len(rows)), len(rows)
	for i := range to {
		to[i] = -1
	}
	taken := make([]bool, len(others))
	for n := 0; n < len(levels) && left > 0 && len(rows)-left < len(others); n++ {
		waiting := map[fingerprint][]int{}
		for i, o := range others {
			if f, ok := levels[n](o); ok && !taken[i] {
				waiting[f] = append(waiting[f], i)
			}
		}
		for i, r := range rows {
			f, ok := levels[n](r)
			if list := waiting[f]; ok && to[i] < 0 && len(list) > 0 {
				to[i], taken[list[0]], waiting[f] = list[0], true, list[1:]
				left--
			}
		}
	}
	return to
}

// levels are how a row of a corrected file is found to be an entry of a former import, or a row of
// another file that overlaps it; the surest comes first. A row without a text follows an entry to
// another project only from projects that follows names.
func (x *reading) levels(dayOnly bool, follows func(project uint64) bool) []level {
	if dayOnly {
		return []level{
			func(f fingerprint) (fingerprint, bool) { f.start, f.snapshotRate = 0, 0; return f, true },
			func(f fingerprint) (fingerprint, bool) {
				return fingerprint{seconds: f.seconds, content: f.content}, true
			},
			func(f fingerprint) (fingerprint, bool) { return fingerprint{content: f.content}, true },
			func(f fingerprint) (fingerprint, bool) {
				return fingerprint{project: f.project, seconds: f.seconds}, true
			},
			func(f fingerprint) (fingerprint, bool) {
				return fingerprint{text: f.text, seconds: f.seconds}, f.text != noText || follows(f.project)
			},
			func(f fingerprint) (fingerprint, bool) { return fingerprint{project: f.project}, true },
			func(f fingerprint) (fingerprint, bool) { return fingerprint{text: f.text}, f.text != noText },
			// Nothing in common. A file of one project does not take the entries of another.
			func(f fingerprint) (fingerprint, bool) { return fingerprint{}, x.projects[f.project] },
		}
	}
	return []level{
		func(f fingerprint) (fingerprint, bool) { f.snapshotRate = 0; return f, true },
		func(f fingerprint) (fingerprint, bool) {
			return fingerprint{start: f.start, seconds: f.seconds, content: f.content}, true
		},
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start, content: f.content}, true },
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start, project: f.project}, true },
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start, text: f.text}, true },
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start}, true },
		func(f fingerprint) (fingerprint, bool) {
			return fingerprint{seconds: f.seconds, content: f.content}, true
		},
		func(f fingerprint) (fingerprint, bool) { return fingerprint{content: f.content}, true },
	}
}

// surely are the levels of rows of files that may be about different time, such as different
// projects.
func surely(dayOnly bool) []level {
	if dayOnly {
		return []level{
			func(f fingerprint) (fingerprint, bool) { return fingerprint{content: f.content}, f.text != noText },
			func(f fingerprint) (fingerprint, bool) {
				return fingerprint{project: f.project, seconds: f.seconds}, true
			},
			func(f fingerprint) (fingerprint, bool) {
				return fingerprint{text: f.text, seconds: f.seconds}, f.text != noText
			},
		}
	}
	return []level{
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start, content: f.content}, true },
		func(f fingerprint) (fingerprint, bool) { return fingerprint{start: f.start, project: f.project}, true },
		func(f fingerprint) (fingerprint, bool) {
			return fingerprint{start: f.start, seconds: f.seconds, text: f.text}, true
		},
	}
}

// noText is the hash of no description.
var noText = hashOf(nil)
