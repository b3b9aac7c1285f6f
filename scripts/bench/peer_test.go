package main

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stint/internal/apiclient"
	"stint/scripts/bench/peers"
	"stint/scripts/internal/sampledata"
)

// standIn is a peer in this process, which has lists of a week.
type standIn struct {
	peers.Peer
	mu      sync.Mutex
	tracked map[string][]peers.Entry // by token
	lists   int
}

func (*standIn) SignIn(_ context.Context, _ *apiclient.Client, person int) (string, error) {
	return string(rune('a' + person)), nil
}

func (s *standIn) Track(_ context.Context, as peers.Session, all []peers.Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tracked[as.Token] = append(s.tracked[as.Token], all...)
	return nil
}

func (s *standIn) Requests() map[string]peers.Request {
	return map[string]peers.Request{"list of a week": func(_ context.Context, _ peers.Session, work peers.Entry) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.lists++; work.Project == "" || work.Text == "" {
			panic("no work")
		}
		return nil
	}}
}

// newStandIn is a peer whose process is this one.
func newStandIn(t *testing.T, people int) (*standIn, *peer) {
	t.Helper()
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	s := &standIn{tracked: map[string][]peers.Entry{}}
	b, err := newPeer(t.Context(), "other", &peers.Running{Peer: s, Command: &exec.Cmd{Process: self}}, people)
	if err != nil {
		t.Fatal(err)
	}
	return s, b
}

// The people of a peer track what those of the home server track: as many entries, at the same times.
func TestAPeerGetsTheSameEntries(t *testing.T) {
	s, b := newStandIn(t, 2)
	if err := (peerSet{b}).grow(t.Context(), 250); err != nil {
		t.Fatal(err)
	}
	ours := sampledata.Sized(1, clientsOfTeam)
	ours.Work = newCrew(1).sample.Work
	want := sampledata.NewTimeline(ours, evenly, time.Now().UTC(), 1).Entries(250)
	for i, e := range s.tracked["b"] {
		if made, err := entryOf(want[i]); err != nil || e != made || e.Stop.Sub(e.Start) != 20*time.Minute {
			t.Fatalf("entry %d is %v, want %v, %v", i, e, made, err)
		}
	}
	if len(s.tracked["a"]) != 250 || len(s.tracked["b"]) != 250 || len(s.tracked) != 2 {
		t.Errorf("%d and %d entries", len(s.tracked["a"]), len(s.tracked["b"]))
	}
}

// What a peer has no request for has no row. The row says how the rates and the processor times compare.
func TestAPeerIsMeasuredBeside(t *testing.T) {
	s, b := newStandIn(t, 2)
	var r report
	for _, name := range []string{"list of a week", "suggestions", batch} {
		own := measurement{kind: name, entries: 10, times: make([]time.Duration, 10), span: time.Second, service: time.Second}
		if err := (peerSet{b}).measure(t.Context(), 0, kind{name: name}, own, &r); err != nil {
			t.Fatal(err)
		}
	}
	if s.lists != 2 || len(s.tracked["a"]) != sampledata.BatchSize || len(r.peers) != 2 {
		t.Errorf("%d lists, %d entries in a batch, rows %q", s.lists, len(s.tracked["a"]), r.peers)
	}
	own := measurement{kind: "list 50", entries: 10, times: make([]time.Duration, 10), span: time.Second,
		service: 20 * time.Millisecond, engine: 20 * time.Millisecond}
	peer := measurement{times: make([]time.Duration, 40), span: 2 * time.Second, service: 320 * time.Millisecond}
	r.addPeer("other", own, peer)
	if got, want := r.peers[2], "| list 50 | 10 | other | 10.0 | 20.0 | 0.50 | 4.0 | 8.0 | 2.00 |\n"; got != want {
		t.Errorf("the row is %s, want %s", got, want)
	}
}

// Each request of a peer is named as a kind, or it would never be sent.
func TestRequestsOfPeersAreKinds(t *testing.T) {
	var names []string
	for _, k := range kinds(nil) {
		names = append(names, k.name)
	}
	for name, p := range peers.All {
		for request := range p.Requests() {
			if !slices.Contains(names, request) || request == batch {
				t.Errorf("%s has %q, which is no kind", name, request)
			}
		}
	}
}

func TestPeersAreKnown(t *testing.T) {
	if got, err := parsePeers(" traggo  timetagger "); err != nil || strings.Join(got, " ") != "traggo timetagger" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := parsePeers("traggo another"); err == nil {
		t.Error("an unknown peer is taken")
	}
}

// A peer whose program is missing is named with what makes it.
func TestAPeerWithoutAProgram(t *testing.T) {
	_, err := startPeers(t.Context(), options{peers: []string{"timetagger"}, people: 1}, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "scripts/peers.sh timetagger makes its program") {
		t.Errorf("error %v", err)
	}
}
