package fairqueue

import "cmp"

// subject has the items of one subject.
type subject[T any] struct {
	waiting []T
	serving int // items that have a slot
	turns   int // that its items got
	number  int // of the subject, in the order in which they came
	at      int // the index in the line, or outside
}

// outside is the index of a subject that is not in the line.
const outside = -1

// line is a heap of the subjects that may get a slot: the first is the one that gets the next.
type line[T any] []*subject[T]

func (l line[T]) Len() int { return len(l) }

func (l line[T]) Less(i, j int) bool {
	a, b := l[i], l[j]
	return cmp.Or(cmp.Compare(a.serving, b.serving), cmp.Compare(a.turns, b.turns), cmp.Compare(a.number, b.number)) < 0
}

func (l line[T]) Swap(i, j int) {
	l[i], l[j] = l[j], l[i]
	l[i].at, l[j].at = i, j
}

// Push adds a subject at the end, as container/heap asks for.
func (l *line[T]) Push(x any) {
	s := x.(*subject[T])
	s.at = len(*l)
	*l = append(*l, s)
}

// Pop removes the last subject, as container/heap asks for.
func (l *line[T]) Pop() any {
	end := len(*l) - 1
	s := (*l)[end]
	s.at = outside
	*l = (*l)[:end]
	return s
}
