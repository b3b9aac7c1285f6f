package testkit

// Always, as Fault.Times, hits every attempt there is.
const Always = -1

// Fault says which attempts suffer what. The candidates are the attempts for
// which Where holds, in the order they are made: Skip of them pass, the next
// Times are hit, the rest pass.
type Fault struct {
	// Effect is what happens to an attempt that is hit; see FailBefore,
	// FailAfter, Hold, HoldAnswer and Gather.
	Effect Effect
	// Where picks the candidates; nil takes every attempt. It must not call
	// the probe.
	Where func(Attempt) bool
	// Skip is the number of candidates let through first: k-1 for the k-th.
	Skip int
	// Times is how many are hit; 0 is one, Always all.
	Times int
	// WholeCall counts logical calls instead of attempts: each attempt at a
	// call that is hit suffers, so that the SDK gives up in the end.
	WholeCall bool
}

// Attempt is what Where may look at.
type Attempt struct {
	Op     string // operation, such as "PutItem"
	Keys   int    // see Call
	Call   int    // number of the logical call in the probe's life, from 1
	Number int    // number of the attempt at this call, from 1
	Input  any    // what the code gave to the SDK, such as *dynamodb.PutItemInput
}

// On picks the attempts of the given operations.
func On(ops ...string) func(Attempt) bool {
	return func(a Attempt) bool {
		for _, op := range ops {
			if a.Op == op {
				return true
			}
		}
		return false
	}
}

// Writes picks the attempts that would change something.
func Writes(a Attempt) bool { return !isRead(a.Op) }

// Injected is a fault in place.
type Injected struct {
	Fault
	probe    *Probe
	seen     int          // candidates so far
	hit      int          // attempts hit so far
	hitCalls map[int]bool // by call, for WholeCall
	reached  chan struct{}
}

// Inject puts a fault in place, on top of those that are there: where several
// hit one attempt, the latest is outermost.
func (p *Probe) Inject(f Fault) *Injected {
	if f.Effect == nil {
		panic("testkit: a fault without an effect")
	}
	if f.Times == 0 {
		f.Times = 1
	}
	injected := &Injected{Fault: f, probe: p, hitCalls: map[int]bool{}, reached: make(chan struct{})}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = append(p.faults, injected)
	return injected
}

// Hits is the number of attempts hit so far. A walk over every k ends at the
// first k whose fault hit nothing.
func (i *Injected) Hits() int {
	i.probe.mu.Lock()
	defer i.probe.mu.Unlock()
	return i.hit
}

// Reached is closed at the first hit.
func (i *Injected) Reached() <-chan struct{} { return i.reached }

// decideHit decides over one attempt. The probe's lock is held.
func (i *Injected) decideHit(a Attempt) bool {
	if i.Where != nil && !i.Where(a) {
		return false
	}
	hit, known := i.hitCalls[a.Call]
	if !i.WholeCall || !known {
		hit = i.seen >= i.Skip && (i.Times == Always || i.seen < i.Skip+i.Times)
		i.seen++
		i.hitCalls[a.Call] = hit
	}
	if !hit {
		return false
	}
	if i.hit++; i.hit == 1 {
		close(i.reached)
	}
	return true
}
