package testkit_test

import (
	"slices"
	"testing"

	"stint/internal/testkit"
)

// order is who had the turns of a seed.
func order(seed uint64) (all []int) {
	testkit.NewTurns(seed, 3).Run(func(p *testkit.Person) {
		for range 5 {
			p.Begin()
			all = append(all, p.Number)
			p.Pass()
			p.End()
		}
	})
	return all
}

func TestASeedNamesAnOrder(t *testing.T) {
	t.Parallel()
	first := order(1)
	if len(first) != 15 || !slices.Equal(first, order(1)) {
		t.Errorf("the turns are %v, and then %v", first, order(1))
	}
	if slices.Equal(first, order(2)) {
		t.Errorf("two seeds have the turns %v", first)
	}
}
