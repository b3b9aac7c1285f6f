package apitest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"stint/shared/boot"
	"stint/shared/problem"
)

// afterGrace is longer than the previous refresh token of a session or an app still gets the present one.
const afterGrace = 20 * time.Second

// WalkKeys sends a request once for each signature and each data key that it uses, and makes this use fail, as an
// outage of KMS does. The answer must be 503 with a time to wait and without a cookie. The same request must succeed
// later, because a failure uses up nothing that the caller sent. start makes a service with the state before the
// request.
func WalkKeys(t *testing.T, start func(t *testing.T) (s *Service, request func() *Answer)) {
	t.Helper()
	for others := 0; ; others++ {
		s, request := start(t)
		s.keys.failAfter(others)
		answer := request()
		if !s.keys.hasFailed() {
			if answer.Status != 200 || others == 0 {
				t.Errorf("undisturbed: %d after %d uses of keys\n%s", answer.Status, others, answer.Body)
			}
			return
		}
		if h := answer.Header; answer.Status != 503 || h.Get("Retry-After") != "1" || h.Get("Set-Cookie") != "" {
			t.Errorf("after %d uses: %d with the headers %v\n%s", others, answer.Status, h, answer.Body)
		}
		s.Clock.Advance(afterGrace)
		if again := request(); again.Status != 200 {
			t.Errorf("after %d uses, and later: %d\n%s", others, again.Status, again.Body)
		}
	}
}

// KeyUses is how many signatures and data keys the service has used.
func (s *Service) KeyUses() int { return int(s.keys.uses.Load()) }

// keyOutage makes one use of a key fail.
type keyOutage struct {
	uses  atomic.Int64
	fails atomic.Int64 // the use that fails; 0 for none
}

// failAfter makes the use fail that comes after so many others, counted from now.
func (o *keyOutage) failAfter(others int) { o.fails.Store(o.uses.Load() + int64(others) + 1) }

func (o *keyOutage) hasFailed() bool { return o.uses.Load() >= o.fails.Load() }

// use counts a use of a key. Errors: service_unavailable.
func (o *keyOutage) use() error {
	if o.uses.Add(1) == o.fails.Load() {
		return problem.Unavailable(errors.New("KMS cannot be reached"))
	}
	return nil
}

// testedKey signs unless there is an outage.
type testedKey struct {
	boot.SigningKey
	outage *keyOutage
}

// Sign implements token.Signer.
func (k testedKey) Sign(ctx context.Context, digest [32]byte) ([]byte, error) {
	if err := k.outage.use(); err != nil {
		return nil, err
	}
	return k.SigningKey.Sign(ctx, digest)
}
