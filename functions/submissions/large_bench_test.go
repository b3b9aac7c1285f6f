package submissions_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"stint/internal/apitest"
	"stint/shared/domain"
)

// BenchmarkSubmitSideBySide lets people submit 10,000 entries each at the same time. It
// logs when each was answered, and with which status. It has no limit of its own.
func BenchmarkSubmitSideBySide(b *testing.B) {
	for _, people := range []int{1, 4, 8} {
		b.Run(fmt.Sprint(people), func(b *testing.B) {
			h := apitest.New(b)
			var all []*apitest.User
			for i := range people {
				p := h.Register(fmt.Sprint("person", i))
				trackInJune(b, p, domain.MaxSubmissionEntries, 4)
				all = append(all, p)
			}
			for b.Loop() {
				submitTogether(b, all)
			}
		})
	}
}

func submitTogether(b *testing.B, people []*apitest.User) {
	b.Helper()
	answers := make([]string, len(people))
	began := time.Now()
	var group sync.WaitGroup
	for i, p := range people {
		group.Go(func() {
			a := p.Post(pathSubmissions, firstHalfOfJune)
			answers[i] = fmt.Sprintf("%5.1f s: %d", time.Since(began).Seconds(), a.Status)
			if a.Status == 200 {
				p.Post(pathSubmissions+"/"+a.ID()+"/withdraw", nil).OK()
			}
		})
	}
	group.Wait()
	slices.Sort(answers)
	for _, a := range answers {
		b.Log(a)
	}
}
