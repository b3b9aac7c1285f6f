package pattern_test

import (
	"sync"
	"testing"

	"stint/shared/pattern"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	digits := pattern.New(`[0-9]+`)
	var all sync.WaitGroup
	for range 8 { // the first use compiles it, whoever comes first
		all.Go(func() {
			if !digits.MatchString("a1") || digits.MatchString("a") {
				t.Error("digits are not found")
			}
		})
	}
	all.Wait()
	if got := digits.ReplaceAllString("a1b22", "-"); got != "a-b-" {
		t.Errorf("replaced: %q", got)
	}
	pair := pattern.New(`([a-z])([0-9])`)
	if got := pair.FindStringSubmatch("-a1b2"); len(got) != 3 || got[2] != "1" || pair.FindStringSubmatch("-") != nil {
		t.Errorf("found %q", got)
	}
	if got := pair.FindAllStringSubmatch("-a1b2"); len(got) != 2 || got[1][1] != "b" {
		t.Errorf("found %q", got)
	}
}

// An expression with a mistake does nothing until it is used.
func TestAMistakePanicsAtTheFirstUse(t *testing.T) {
	t.Parallel()
	wrong := pattern.New(`(`)
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	wrong.MatchString("")
}
