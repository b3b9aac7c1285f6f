// Package fairqueue shares the slots of one call among subjects, such as workspaces. Many or slow items of one subject
// do not hold up those of others.
package fairqueue

import (
	"container/heap"
	"sync"
)

// Queue has the items that wait for a slot. Make one with New.
type Queue[S comparable, T any] struct {
	most      int // items of one subject that have a slot at a time
	subjectOf func(T) S

	mu       sync.Mutex
	ended    *sync.Cond // the turn of an item
	subjects map[S]*subject[T]
	ready    line[T] // the subjects that may get a slot
	waiting  int     // items
	serving  int     // items
}

// New makes a queue of items. At most so many of one subject have a slot at a time. They get slots in their order.
func New[S comparable, T any](all []T, most int, subjectOf func(T) S) *Queue[S, T] {
	q := &Queue[S, T]{most: most, subjectOf: subjectOf, subjects: map[S]*subject[T]{}}
	q.ended = sync.NewCond(&q.mu)
	for _, item := range all {
		q.add(item)
	}
	return q
}

// Run calls do for each item, for as many at a time as there are slots. An item for which do returns true gets another
// turn, after the others of its subject.
func (q *Queue[S, T]) Run(slots int, do func(T) (again bool)) {
	var group sync.WaitGroup
	for range min(slots, q.waiting) {
		group.Go(func() {
			for item, ok := q.next(); ok; item, ok = q.next() {
				q.end(item, do(item))
			}
		})
	}
	group.Wait()
}

// next gives a slot to an item of the subject with the fewest slots now. Of several such subjects, it is the one with
// the fewest turns so far, and then the one that came first. It waits while each subject has as many slots as it may
// have. ok is false when no item is left.
func (q *Queue[S, T]) next() (item T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.waiting > 0 || q.serving > 0 {
		if len(q.ready) > 0 {
			return q.take(heap.Pop(&q.ready).(*subject[T])), true
		}
		q.ended.Wait()
	}
	return item, false
}

func (q *Queue[S, T]) take(s *subject[T]) T {
	item := s.waiting[0]
	s.waiting = s.waiting[1:]
	s.serving, s.turns = s.serving+1, s.turns+1
	q.waiting, q.serving = q.waiting-1, q.serving+1
	q.place(s)
	return item
}

// end ends the turn of an item.
func (q *Queue[S, T]) end(item T, again bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	s := q.subjects[q.subjectOf(item)]
	s.serving, q.serving = s.serving-1, q.serving-1
	if q.place(s); again {
		q.add(item)
	}
	q.ended.Broadcast()
}

// add lets an item wait.
func (q *Queue[S, T]) add(item T) {
	of := q.subjectOf(item)
	s := q.subjects[of]
	if s == nil {
		s = &subject[T]{number: len(q.subjects), at: outside}
		q.subjects[of] = s
	}
	s.waiting = append(s.waiting, item)
	q.waiting++
	q.place(s)
}

// place puts a subject where it belongs in the line, if it may get a slot.
func (q *Queue[S, T]) place(s *subject[T]) {
	mayGet := len(s.waiting) > 0 && s.serving < q.most
	switch {
	case mayGet && s.at == outside:
		heap.Push(&q.ready, s)
	case s.at != outside: // the turn of an item has ended, or another item waits
		heap.Fix(&q.ready, s.at)
	}
}
