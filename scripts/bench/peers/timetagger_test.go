package peers

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// timetaggerStandIn answers as TimeTagger does, and keeps the records in the order in which they were put.
type timetaggerStandIn struct {
	records []object
	listed  string // that was listed
	failed  bool   // refuse records, with 200
}

func (g *timetaggerStandIn) answer(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/timetagger/api/v2/")
	switch {
	case path == "bootstrap_authentication":
		var who object
		err := json.NewDecoder(base64.NewDecoder(base64.StdEncoding, r.Body)).Decode(&who)
		if err != nil || who["method"] != "usernamepassword" || who["password"] != timetaggerPassword {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_ = json.NewEncoder(w).Encode(object{"token": "token of " + who["username"].(string)})
	case r.Header.Get("Authtoken") != "token of person3":
		w.WriteHeader(http.StatusUnauthorized)
	case r.Method == http.MethodPut && path == "records":
		g.put(w, r)
	case path == "records":
		g.listed = r.URL.Query().Get("timerange")
		_ = json.NewEncoder(w).Encode(object{"records": g.records})
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (g *timetaggerStandIn) put(w http.ResponseWriter, r *http.Request) {
	var records []object
	if err := json.NewDecoder(r.Body).Decode(&records); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	accepted, failed := []any{}, []any{}
	for _, record := range records {
		if g.failed {
			failed = append(failed, "no")
			continue
		}
		accepted = append(accepted, record["key"])
	}
	g.records = append(g.records, records...)
	_ = json.NewEncoder(w).Encode(object{"accepted": accepted, "failed": failed, "errors": failed})
}

func signIn(t *testing.T, g *timetaggerStandIn) Session {
	t.Helper()
	s := newSession(t, g.answer)
	var err error
	if s.Token, err = (timetagger{}).SignIn(t.Context(), s.API, 3); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTimeTagger(t *testing.T) {
	t.Parallel()
	g := new(timetaggerStandIn)
	s := signIn(t, g)
	if err := (timetagger{}).Track(t.Context(), s, twoEntries()); err != nil {
		t.Fatal(err)
	}
	if r := g.records[0]; len(g.records) != 2 || r["t2"].(float64)-r["t1"].(float64) != 3600 ||
		r["ds"] != `Say "x" #project-7` || r["key"] == g.records[1]["key"] || r["mt"] == nil {
		t.Errorf("records %v", g.records)
	}
	g.records = nil
	sendAll(t, timetagger{}, s)
	if from, to, _ := strings.Cut(g.listed, "-"); seconds(t, to)-seconds(t, from) != 7*24*3600 {
		t.Errorf("listed %s", g.listed)
	}
	started, stopped := g.records[0], g.records[1]
	if len(g.records) != 2 || started["key"] != stopped["key"] || started["t1"] != started["t2"] ||
		started["t1"] != stopped["t1"] || stopped["t2"].(float64)-stopped["t1"].(float64) != time.Minute.Seconds() {
		t.Errorf("start and stop: %v", g.records)
	}
}

func seconds(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Error(err)
	}
	return n
}

// TimeTagger answers 200 also where it takes no record.
func TestTimeTaggerRefuses(t *testing.T) {
	t.Parallel()
	g := &timetaggerStandIn{failed: true}
	s := signIn(t, g)
	if err := (timetagger{}).Track(t.Context(), s, twoEntries()); err == nil {
		t.Error("records that were refused count as taken")
	}
	s.Token = "another"
	for name, send := range (timetagger{}).Requests() {
		if err := send(t.Context(), s, Entry{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
