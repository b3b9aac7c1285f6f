package submissions_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain/timesheets"
)

// BenchmarkSubmitSideBySide lets people submit 10,000 entries each at the same time, and one
// person press four times. It logs the rows of the table in docs/benchmarks.md: after how
// many seconds each request was answered, and with which status. It checks nothing.
func BenchmarkSubmitSideBySide(b *testing.B) {
	for _, c := range []struct{ people, presses int }{{1, 1}, {1, 4}, {4, 1}, {8, 1}} {
		b.Run(fmt.Sprintf("%d people press %d times", c.people, c.presses), func(b *testing.B) {
			api := apitest.New(b)
			var senders []*apitest.User
			for i := range c.people {
				p := api.Register(fmt.Sprint("person", i))
				trackInJune(b, p, timesheets.MaxSubmissionEntries, 4)
				senders = append(senders, slices.Repeat([]*apitest.User{p}, c.presses)...)
			}
			for b.Loop() {
				b.Logf("| %d | %d | %s |", c.people, c.presses, submitTogether(senders))
			}
		})
	}
}

// submitTogether returns the answers, the first one first, and withdraws what was submitted.
func submitTogether(senders []*apitest.User) (answers []string) {
	began := time.Now()
	var group sync.WaitGroup
	var mu sync.Mutex
	var withdraw []func()
	for _, p := range senders {
		group.Go(func() {
			a := p.Post(pathSubmissions, firstHalfOfJune)
			mu.Lock()
			defer mu.Unlock()
			answers = append(answers, fmt.Sprintf("%d after %.1f s", a.Status, time.Since(began).Seconds()))
			if a.Status == 200 {
				withdraw = append(withdraw, func() { p.Post(pathSubmissions+"/"+a.ID()+"/withdraw", nil).OK() })
			}
		})
	}
	group.Wait()
	for _, do := range withdraw {
		do()
	}
	return answers
}
