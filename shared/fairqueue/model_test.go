package fairqueue

import "slices"

// model chooses items as Queue does, by looking at everything.
type model struct {
	most     int
	subjects []string // in the order in which they came
	waiting  []string
	now      []string // items that have a turn
	turns    map[string]int
	begun    int
}

func newModel(all []string, most int) *model {
	m := &model{most: most, waiting: slices.Clone(all), turns: map[string]int{}}
	for _, item := range all {
		if s := bySubject(item); !slices.Contains(m.subjects, s) {
			m.subjects = append(m.subjects, s)
		}
	}
	return m
}

// serving is how many items of a subject have a turn.
func (m *model) serving(s string) (n int) {
	for _, item := range m.now {
		if bySubject(item) == s {
			n++
		}
	}
	return n
}

// choose is the index of the item that gets the next turn; -1 when none may have one.
func (m *model) choose() int {
	found, best := -1, []int(nil)
	for number, s := range m.subjects {
		i := slices.IndexFunc(m.waiting, func(item string) bool { return bySubject(item) == s })
		rank := []int{m.serving(s), m.turns[s], number}
		if i >= 0 && rank[0] < m.most && (found < 0 || slices.Compare(rank, best) < 0) {
			found, best = i, rank
		}
	}
	return found
}

// take begins the turn of the item at an index.
func (m *model) take(i int) (item string) {
	item = m.waiting[i]
	m.waiting = slices.Delete(m.waiting, i, i+1)
	m.now = append(m.now, item)
	m.turns[bySubject(item)]++
	m.begun++
	return item
}

func (m *model) end(item string, again bool) {
	i := slices.Index(m.now, item)
	m.now = slices.Delete(m.now, i, i+1)
	if again {
		m.waiting = append(m.waiting, item)
	}
}
