package testkit

// Always as Fault.Times hits every candidate after Skip.
const Always = -1

// Fault applies an effect to attempts. The candidates are the attempts that Where
// selects, in the order in which they are made. The first Skip candidates pass, the
// next Times are hit, the others pass.
type Fault struct {
	// Effect happens to an attempt that is hit: FailBefore, FailAfter, Hold,
	// HoldAnswer, Gather, TearBatchRead, EmptyIndex or LateIndex.
	Effect Effect
	// Where selects the candidates; nil selects every attempt. It must not call the
	// probe.
	Where func(Attempt) bool
	// Skip is the number of candidates that pass first: k-1 to hit the k-th.
	Skip int
	// Times is the number of candidates that are hit. 0 is one, Always is all.
	Times int
	// WholeCall counts calls instead of attempts. Every attempt of a call that is hit
	// has the effect, so that the SDK's retries fail too.
	WholeCall bool
}

// Attempt describes an attempt to Fault.Where.
type Attempt struct {
	Op     string // operation, such as "PutItem"
	Keys   int    // as in Call
	Call   int    // number of the call since the probe was made, from 1
	Number int    // number of the attempt in this call, from 1
	Input  any    // the input of the call, such as *dynamodb.PutItemInput
}

// On selects the attempts of the given operations.
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

// Writes selects the attempts of writing operations.
func Writes(a Attempt) bool { return !isRead(a.Op) }

// Injected is a fault that Probe.Inject has added.
type Injected struct {
	Fault
	probe    *Probe
	seen     int          // candidates so far
	hit      int          // attempts hit so far
	hitCalls map[int]bool // by call, for WholeCall
	reached  chan struct{}
}

// Inject adds a fault. If several faults hit one attempt, the latest is the outermost.
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

// Hits is the number of attempts hit so far. A test that increases Skip step by step
// ends when it is 0.
func (i *Injected) Hits() int {
	i.probe.mu.Lock()
	defer i.probe.mu.Unlock()
	return i.hit
}

// Reached is closed at the first hit.
func (i *Injected) Reached() <-chan struct{} { return i.reached }

// decideHit decides whether an attempt is hit. The caller holds the probe's lock.
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
