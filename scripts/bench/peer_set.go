package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"stint/scripts/bench/peers"
	"stint/scripts/internal/command"
)

// peerSet are all services that are measured beside the home server.
type peerSet []*peer

// peerPrograms is the folder into which scripts/peers.sh puts the programs of the peers.
const peerPrograms = "bin/peers"

// parsePeers reads the names of peers.
func parsePeers(text string) (names []string, err error) {
	names = strings.Fields(text)
	for _, name := range names {
		if peers.All[name] == nil {
			return nil, command.UsageError(fmt.Sprintf("-peers %s: there are traggo and timetagger", name))
		}
	}
	return names, nil
}

// startPeers starts peers, each with a folder below a folder.
func startPeers(ctx context.Context, o options, folder string) (all peerSet, err error) {
	for _, name := range o.peers {
		if err := all.start(ctx, name, filepath.Join(folder, name), o.people); err != nil {
			all.stop()
			return nil, fmt.Errorf("%s: %w (scripts/peers.sh %s makes its program)", name, err, name)
		}
	}
	return all, nil
}

func (all *peerSet) start(ctx context.Context, name, data string, people int) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return err
	}
	r, err := peers.Start(ctx, peers.All[name], peers.Begin{Programs: peerPrograms, Data: data, People: people})
	if err != nil {
		return err
	}
	b, err := newPeer(ctx, name, r, people)
	if err != nil {
		r.Stop()
		return err
	}
	*all = append(*all, b)
	return nil
}

func (all peerSet) stop() {
	for _, b := range all {
		b.Stop()
	}
}

func (all peerSet) grow(ctx context.Context, size int) error {
	for _, b := range all {
		fmt.Fprintf(os.Stderr, "%s: the same entries\n", b.name)
		if err := b.grow(ctx, size); err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
	}
	return nil
}

// measure measures the peers right after the home server, so that both find the machine alike.
func (all peerSet) measure(ctx context.Context, span time.Duration, k kind, own measurement, r *report) error {
	for _, b := range all {
		m, ok, err := b.measure(ctx, span, k)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", k.name, b.name, err)
		}
		if ok {
			r.addPeer(b.name, own, m)
		}
	}
	return nil
}

const peersHead = "| request | entries each | peer | Stint per second | peer per second | Stint ÷ peer | Stint CPU ms | " +
	"peer CPU ms | peer CPU ÷ Stint CPU |\n|---|---|---|---|---|---|---|---|---|\n"

// addPeer adds what a peer took for the same requests. The processor time of the home server is that of both of its
// processes.
func (r *report) addPeer(name string, own, its measurement) {
	ours, theirs := own.perRequest(own.service+own.engine), its.perRequest(its.service)
	r.peers = append(r.peers, fmt.Sprintf("| %s | %d | %s | %.1f | %.1f | %.2f | %s | %s | %.2f |\n", own.kind,
		own.entries, name, own.rate(), its.rate(), own.rate()/its.rate(), milliseconds(ours), milliseconds(theirs),
		theirs.Seconds()/ours.Seconds()))
}
