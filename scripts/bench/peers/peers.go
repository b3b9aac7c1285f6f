// Package peers drives other services for tracking time, so that make bench can measure them beside the home server.
// They are programs of others, which run in processes of their own.
package peers

import (
	"context"
	"os/exec"
	"time"

	"stint/internal/apiclient"
)

type object = apiclient.Object

// Peer is another service. It is safe for concurrent use.
type Peer interface {
	// Command is the program with what it needs to begin.
	Command(ctx context.Context, b Begin) (*exec.Cmd, error)
	// ReadyPath is what answers 200 to GET when the peer is ready.
	ReadyPath() string
	// SignIn signs a person in, and makes their account where Command does not. person counts from 0.
	SignIn(ctx context.Context, api *apiclient.Client, person int) (token string, err error)
	// Track creates entries with one request.
	Track(ctx context.Context, s Session, all []Entry) error
	// Requests are those with a counterpart among the kinds of the bench, by the names of the kinds. Track is not
	// one of them.
	Requests() map[string]Request
}

// Begin is what a peer begins with.
type Begin struct {
	Programs string // the folder that has the programs of all peers
	Data     string // an empty folder
	Port     uint16 // on which it listens
	People   int
}

// Session is what a signed-in person calls a peer with.
type Session struct {
	API   *apiclient.Client
	Token string
}

// Entry is time that was tracked.
type Entry struct {
	Start, Stop   time.Time
	Text, Project string
}

// Request sends a request, or several that belong together. One that tracks time tracks that work.
type Request func(ctx context.Context, s Session, work Entry) error

// All are the peers, by name.
var All = map[string]Peer{"traggo": traggo{}, "timetagger": timetagger{}}

// days is the time of the last n days before today.
func days(n int) (from, to time.Time) {
	to = time.Now().UTC().Truncate(24 * time.Hour)
	return to.AddDate(0, 0, -n), to
}
