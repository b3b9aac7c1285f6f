package domain

import "slices"

// Rerating is a change of what existing entries are worth: the snapshots taken
// anew from the rates of today, or billable flag and rate set. Source:
// contract, resnapshot and apply.
type Rerating struct {
	Kind         ReratingKind `db:"kind"`
	From         *Instant     `db:"from,omitempty"` // of entries that start in [From, To); nil is no bound
	To           *Instant     `db:"to,omitempty"`
	Projects     []ID         `db:"pids"` // of these alone; nil is any, an empty list is none
	Tasks        []ID         `db:"tids"`
	Users        []ID         `db:"uids"`
	Entries      []ID         `db:"ids"`
	OnlyBillable bool         `db:"only,omitempty"`

	IsBillable *bool  `db:"billable,omitempty"` // apply: the flag to be set; nil leaves it
	HourlyRate *int64 `db:"rate,omitempty"`     // apply: the entries' own rate, minor units per hour
	Inherit    bool   `db:"inherit,omitempty"`  // apply: take the entries' own rate away
}

// ReratingKind says what a job does to entries.
type ReratingKind string

// The kinds of jobs.
const (
	KindResnapshot ReratingKind = "resnapshot"
	KindApply      ReratingKind = "apply"
)

// Matches reports whether the entry is one of those that are changed; its start
// is for the caller to look at. Running timers never are.
func (r Rerating) Matches(e Entry) bool {
	return !e.Running() && (!r.OnlyBillable || e.IsBillable) &&
		allows(r.Projects, e.ProjectID) && allows(r.Tasks, e.TaskID) && allows(r.Users, e.UserID) && allows(r.Entries, e.ID)
}

// IncludesUser reports whether the scope is about a user's entries at all.
func (r Rerating) IncludesUser(u ID) bool { return allows(r.Users, u) }

// allows reports whether an id is in the list; a nil list has all.
func allows(list []ID, id ID) bool { return list == nil || slices.Contains(list, id) }

// ChangeEntry gives the entry as it is to be, given the rates of today.
func (r Rerating) ChangeEntry(e Entry, rates Rates) Entry {
	if r.Kind == KindResnapshot {
		return rates.Snapshot(e)
	}
	if r.IsBillable != nil {
		e.IsBillable = *r.IsBillable
	}
	switch {
	case r.HourlyRate != nil:
		return rates.Snapshot(e.WithOwnRate(r.HourlyRate))
	case r.Inherit && e.HasOwnRate():
		return rates.Snapshot(e.WithOwnRate(nil))
	}
	return e
}

// Tally is what became, or would become, of entries.
type Tally struct {
	Matched       int          `db:"matched"` // Changed + Unchanged + SkippedLocked
	Changed       int          `db:"changed"`
	Unchanged     int          `db:"unchanged"`
	SkippedLocked int          `db:"locked"`
	AmountBefore  int64        `db:"before"` // minor units of the workspace's currency, of changed and unchanged ones
	AmountAfter   int64        `db:"after"`
	Sample        []RateChange `db:"sample,omitempty"` // the first MaxSample that changed
}

// MaxSample is how many changes are shown one by one.
const MaxSample = 50

// RateChange is one entry before and after.
type RateChange struct {
	EntryID      ID     `db:"id"`
	RateBefore   *int64 `db:"r0,omitempty"` // minor units per hour
	RateAfter    *int64 `db:"r1,omitempty"`
	AmountBefore int64  `db:"a0"`
	AmountAfter  int64  `db:"a1"`
}

// CountLocked counts a locked entry.
func (t *Tally) CountLocked() {
	t.Matched++
	t.SkippedLocked++
}

// Count counts an entry before and after, and reports whether it changes. Only
// amounts in the given currency are summed.
func (t *Tally) Count(was, now Entry, c Currency) (changes bool) {
	t.Matched++
	if was.Currency == c {
		t.AmountBefore += was.Amount()
	}
	if now.Currency == c {
		t.AmountAfter += now.Amount()
	}
	if was.Equal(now) {
		t.Unchanged++
		return false
	}
	t.Changed++
	if len(t.Sample) < MaxSample {
		t.Sample = append(slices.Clip(t.Sample), RateChange{
			EntryID: was.ID, RateBefore: was.HourlyRate, RateAfter: now.HourlyRate, AmountBefore: was.Amount(), AmountAfter: now.Amount(),
		})
	}
	return true
}
