package sampledata

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"stint/internal/apiclient"
	"stint/internal/apitest"
)

var monday = time.Date(2026, 6, 15, 10, 0, 0, 0, time.UTC)

// teamOf is a team with what Make fills in for a timeline.
func teamOf() *Team {
	return &Team{Work: []Work{{ProjectID: "p", TaskID: "t", Texts: []string{"Draft"}},
		{ProjectID: "q", Texts: []string{"Mail", "Calls"}}},
		TagIDs: []string{"g"}}
}

func TestASeedDecidesTheEntries(t *testing.T) {
	t.Parallel()
	days := func(seed uint64) []object { return NewTimeline(teamOf(), OfficeHours, monday, seed).Days(30) }
	if first := days(1); len(first) < 60 || !reflect.DeepEqual(first, days(1)) {
		t.Errorf("%d entries, or others the second time", len(first))
	}
	if reflect.DeepEqual(days(1)[0], days(2)[0]) {
		t.Error("another seed makes the same entry")
	}
}

// Days follow each other into the past, entries of a day do not overlap, and nothing is on a
// weekend of the agency.
func TestTimelinesKeepTheirRhythm(t *testing.T) {
	t.Parallel()
	last := map[string]string{} // the latest stop of each day
	for _, e := range NewTimeline(teamOf(), OfficeHours, monday, 1).Days(7) {
		from, to := e["startedAt"].(string), e["stoppedAt"].(string)
		day := from[:len(time.DateOnly)]
		if from >= to || from < last[day] || day < "2026-06-08" || day > "2026-06-12" {
			t.Errorf("from %s to %s, after %s", from, to, last[day])
		}
		last[day] = to
	}
	if len(last) != 5 {
		t.Errorf("%d days, want 5", len(last))
	}
	even := NewTimeline(teamOf(), Rhythm{Entries: [2]int{2, 3}, Start: [2]int{60, 61}, Minutes: [2]int{20, 21},
		Pause: [2]int{5, 6}}, monday, 1)
	var starts []string
	for _, n := range []int{1, 3} { // the second batch begins where the first ended
		for _, e := range even.Entries(n) {
			starts = append(starts, e["startedAt"].(string))
		}
	}
	want := "2026-06-14T01:00:00Z 2026-06-14T01:25:00Z 2026-06-13T01:00:00Z 2026-06-13T01:25:00Z"
	if got := strings.Join(starts, " "); got != want {
		t.Errorf("starts %s, want %s", got, want)
	}
}

// A failure ends the making with the request that failed.
func TestAFailureIsReported(t *testing.T) {
	t.Parallel()
	_, address := apitest.NewWithServer(t)
	team := Sized(1, 2)
	team.Clients[0].Name = strings.Repeat("x", 1000)
	m := New(t.Context(), &apiclient.Client{Address: address}, team)
	m.Make()
	if m.Err == nil || !strings.HasPrefix(m.Err.Error(), "POST /api/clients: 422") {
		t.Errorf("error %v", m.Err)
	}
}

func TestASizedTeam(t *testing.T) {
	t.Parallel()
	_, address := apitest.NewWithServer(t)
	m := New(t.Context(), &apiclient.Client{Address: address}, Sized(1, 3))
	m.Make()
	m.Track(m.Team.Owner(), NewTimeline(m.Team, OfficeHours, apitest.StartTime, 1).Entries(BatchSize+1))
	submitted := m.Submit(m.Team.Owner(), apitest.StartTime.AddDate(0, 0, -5).Format(time.DateOnly),
		apitest.StartTime.AddDate(0, 0, -1).Format(time.DateOnly))
	items, _ := m.Get(m.Team.Owner().Token, "/api/entries?limit=200")["items"].([]any)
	if m.Err != nil || len(m.Team.Work) != 3 || len(m.Team.ClientIDs) != 3 || len(items) != BatchSize+1 ||
		submitted.ID == "" || submitted.Line == "" {
		t.Errorf("%d entries, %+v, %v", len(items), submitted, m.Err)
	}
}
