package peers

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/crypto/bcrypt"

	"stint/internal/apiclient"
)

// timetagger is https://timetagger.app, GPL-3.0: a server in Python with a file of SQLite for each user. Its API reads
// and writes records by time. Searching and summing up is done in the browser. A project is a tag in the text.
type timetagger struct{}

const (
	timetaggerAPI      = "/timetagger/api/v2/"
	timetaggerPassword = "timetagger bench password"
)

// Command implements Peer. The accounts are a setting. Nobody guesses passwords here, and logging in is not measured,
// so the hashes are the cheapest.
func (timetagger) Command(ctx context.Context, b Begin) (*exec.Cmd, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(timetaggerPassword), bcrypt.MinCost)
	if err != nil {
		return nil, err
	}
	var all []string
	for i := range b.People {
		all = append(all, fmt.Sprintf("person%d:%s", i, hash))
	}
	command := exec.CommandContext(ctx, filepath.Join(b.Programs, "timetagger", "bin", "python"), "-m", "timetagger")
	command.Env = append(os.Environ(), fmt.Sprint("TIMETAGGER_BIND=127.0.0.1:", b.Port), "TIMETAGGER_DATADIR="+b.Data,
		"TIMETAGGER_LOG_LEVEL=error", "TIMETAGGER_CREDENTIALS="+strings.Join(all, ","))
	return command, nil
}

// ReadyPath implements Peer.
func (timetagger) ReadyPath() string { return "/timetagger/status" }

// SignIn implements Peer.
func (timetagger) SignIn(ctx context.Context, api *apiclient.Client, person int) (token string, err error) {
	who, err := json.Marshal(object{"method": "usernamepassword", "username": fmt.Sprint("person", person),
		"password": timetaggerPassword})
	if err != nil {
		return "", err
	}
	answer, err := api.DoOK(ctx, apiclient.Call{Method: http.MethodPost,
		Path: timetaggerAPI + "bootstrap_authentication", Body: []byte(base64.StdEncoding.EncodeToString(who))})
	if err != nil {
		return "", err
	}
	in, err := answer.Object()
	return apiclient.Text(in, "token"), err
}

// Track implements Peer.
func (g timetagger) Track(ctx context.Context, s Session, all []Entry) error {
	var records []object
	for _, e := range all {
		records = append(records, record(uuid.NewString(), e))
	}
	return g.put(ctx, s, records...)
}

// Requests implements Peer. The rest is done in the browser.
func (g timetagger) Requests() map[string]Request {
	return map[string]Request{"list of a week": g.listWeek, "start and stop": g.startAndStop}
}

func (g timetagger) listWeek(ctx context.Context, s Session, _ Entry) error {
	from, to := days(7)
	_, err := g.send(ctx, s, http.MethodGet, fmt.Sprintf("records?timerange=%d-%d", from.Unix(), to.Unix()), nil)
	return err
}

// startAndStop writes a record that runs, which is one that ends when it begins, and then one with an end.
func (g timetagger) startAndStop(ctx context.Context, s Session, work Entry) error {
	key := uuid.NewString()
	work.Stop = time.Now()
	work.Start = work.Stop.Add(-time.Minute)
	running := work
	running.Stop = running.Start
	if err := g.put(ctx, s, record(key, running)); err != nil {
		return err
	}
	return g.put(ctx, s, record(key, work))
}

// record is an entry as TimeTagger has it.
func record(key string, e Entry) object {
	return object{"key": key, "mt": time.Now().Unix(), "t1": e.Start.Unix(), "t2": e.Stop.Unix(),
		"ds": e.Text + " #" + e.Project}
}

// put writes records. Errors: also for one that is refused, which TimeTagger answers with 200.
func (g timetagger) put(ctx context.Context, s Session, records ...object) error {
	answer, err := g.send(ctx, s, http.MethodPut, "records", records)
	if err != nil {
		return err
	}
	in, err := answer.Object()
	if accepted, _ := in["accepted"].([]any); err == nil && len(accepted) != len(records) {
		err = fmt.Errorf("timetagger took %d of %d records: %v", len(accepted), len(records), in["errors"])
	}
	return err
}

func (timetagger) send(ctx context.Context, s Session, method, path string, body any) (apiclient.Answer, error) {
	return s.API.DoOK(ctx, apiclient.Call{Method: method, Path: timetaggerAPI + path, Body: body,
		Header: http.Header{"Authtoken": {s.Token}}})
}
