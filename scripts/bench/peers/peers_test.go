package peers

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"stint/internal/apiclient"
)

// programPort is the setting of this program that lets it be the program of a peer.
const programPort = "PEER_STAND_IN_PORT"

func TestMain(m *testing.M) {
	if port := os.Getenv(programPort); port != "" {
		err := http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		fmt.Fprintln(os.Stderr, err)
		return
	}
	os.Exit(m.Run())
}

// newSession is a session with a server that answers as a stand-in does.
func newSession(t *testing.T, answer http.HandlerFunc) Session {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return Session{API: &apiclient.Client{Address: server.URL}}
}

// twoEntries are an hour and half an hour.
func twoEntries() []Entry {
	at := time.Date(2026, 6, 17, 9, 0, 0, 0, time.UTC)
	return []Entry{{at, at.Add(time.Hour), `Say "x"`, "project-7"}, {at, at.Add(time.Hour / 2), "Work", "project-1"}}
}

// sendAll sends each request of a peer once.
func sendAll(t *testing.T, p Peer, s Session) {
	t.Helper()
	for name, send := range p.Requests() {
		if err := send(t.Context(), s, twoEntries()[0]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// program is a peer whose program is this one, or one that ends at once.
type program struct {
	timetagger
	ends bool
}

func (p program) Command(ctx context.Context, b Begin) (*exec.Cmd, error) {
	command := exec.CommandContext(ctx, os.Args[0])
	port := fmt.Sprint(b.Port)
	if p.ends {
		port = "no port"
	}
	command.Env = append(os.Environ(), programPort+"="+port)
	return command, nil
}

func TestStartWaitsForThePeer(t *testing.T) {
	t.Parallel()
	r, err := Start(t.Context(), program{}, Begin{People: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.API.DoOK(t.Context(), apiclient.Call{Method: http.MethodGet, Path: "/"}); err != nil {
		t.Error(err)
	}
	r.Stop()
	if r.Command.ProcessState == nil {
		t.Error("the program runs on")
	}
}

// A program that ends is not waited for, and the error has what it said.
func TestStartSaysThatAPeerEnded(t *testing.T) {
	t.Parallel()
	if _, err := Start(t.Context(), program{ends: true}, Begin{}); err == nil ||
		!strings.Contains(err.Error(), "ended\n") || !strings.Contains(err.Error(), "no port") {
		t.Errorf("error %v", err)
	}
}

// The commands give each peer its port, its folder and its accounts.
func TestCommands(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"traggo":     {"TRAGGO_PORT=81", "TRAGGO_DATABASE_CONNECTION=data/traggo.db"},
		"timetagger": {"TIMETAGGER_BIND=127.0.0.1:81", "TIMETAGGER_DATADIR=data", ",person1:$2"},
	} {
		command, err := All[name].Command(t.Context(), Begin{Programs: "programs", Data: "data", Port: 81, People: 2})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(command.Path, "programs/"+name+"/") {
			t.Errorf("the program is %s", command.Path)
		}
		env := strings.Join(command.Env, "\n")
		for _, part := range want {
			if !strings.Contains(env, part) {
				t.Errorf("%s has no %s", name, part)
			}
		}
	}
}
