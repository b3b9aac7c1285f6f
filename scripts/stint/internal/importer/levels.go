package importer

import "math"

// level says what of fingerprints is compared: the bits of a mask. Two rows, or a row and an entry, are paired
// if these are equal.
type level struct {
	mask fingerprint
	may  func(fingerprint) bool // whether one is paired on this level; nil for all
}

// every is the mask of a hash. That of a number is -1.
const every = math.MaxUint64

// of is what of a fingerprint is compared. It is false for one that is not paired on this level.
func (l level) of(f fingerprint) (fingerprint, bool) {
	m := l.mask
	return fingerprint{f.start & m.start, f.seconds & m.seconds, f.project & m.project, f.text & m.text,
		f.content & m.content, f.rate & m.rate, f.snapshotRate & m.snapshotRate, f.billable & m.billable,
	}, l.may == nil || l.may(f)
}

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
			if f, ok := levels[n].of(o); ok && !taken[i] {
				waiting[f] = append(waiting[f], i)
			}
		}
		for i, r := range rows {
			f, ok := levels[n].of(r)
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
// another project only from projects that follows names. hasProject says of which projects the files are.
func levels(dayOnly bool, follows, hasProject func(project uint64) bool) []level {
	if dayOnly {
		return []level{
			{mask: fingerprint{seconds: -1, content: every, rate: -1, billable: -1}},
			{mask: fingerprint{seconds: -1, content: every}},
			{mask: fingerprint{content: every}},
			{mask: fingerprint{project: every, seconds: -1}},
			{fingerprint{text: every, seconds: -1}, func(f fingerprint) bool { return hasText(f) || follows(f.project) }},
			{mask: fingerprint{project: every}},
			{fingerprint{text: every}, hasText},
			// Nothing in common. A file of one project does not take the entries of another.
			{fingerprint{}, func(f fingerprint) bool { return hasProject(f.project) }},
		}
	}
	return []level{
		{mask: fingerprint{start: -1, seconds: -1, content: every, rate: -1, billable: -1}},
		{mask: fingerprint{start: -1, seconds: -1, content: every}},
		{mask: fingerprint{start: -1, content: every}},
		{mask: fingerprint{start: -1, project: every}},
		{mask: fingerprint{start: -1, text: every}},
		{mask: fingerprint{start: -1}},
		{mask: fingerprint{seconds: -1, content: every}},
		{mask: fingerprint{content: every}},
	}
}

// surely are the levels of rows of files that may be about different time, such as different
// projects.
func surely(dayOnly bool) []level {
	if dayOnly {
		return []level{
			{fingerprint{content: every}, hasText},
			{mask: fingerprint{project: every, seconds: -1}},
			{fingerprint{text: every, seconds: -1}, hasText},
		}
	}
	return []level{
		{mask: fingerprint{start: -1, content: every}},
		{mask: fingerprint{start: -1, project: every}},
		{mask: fingerprint{start: -1, seconds: -1, text: every}},
	}
}

// noText is the hash of no description.
var noText = hashOf(nil)

func hasText(f fingerprint) bool { return f.text != noText }
