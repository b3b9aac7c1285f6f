package integrators_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"stint/internal/apitest"
)

// submit tracks an hour of a day and submits the day. It returns the line of the timesheet.
func (p *program) submit(day time.Time) (line string) {
	date := day.Format(time.DateOnly)
	p.post("/entries", object{"startedAt": date + "T08:00:00Z", "stoppedAt": date + "T09:00:00Z"}).OK()
	made := p.post("/timesheet-submissions", object{"periodStart": date, "periodEnd": date}).OK()
	p.Clock.Advance(time.Second)
	return made["lines"].([]any)[0].(object)["id"].(string)
}

// A notifier tells of each timesheet once and in order, although it restarts, and dies after
// it told and before it answered. It takes nothing that another sender made.
func TestNotifier(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	api.Clock.Set(time.Now().UTC().Truncate(time.Second)) // receivers refuse old signatures
	owner := api.Register("ada")
	manager, worker := programOf(t, owner, "full"), programOf(t, owner.AddMember("bob", "user"), "time")
	api.Clock.Advance(time.Second)

	n := &notifier{t: t, seen: map[string]bool{}}
	n.start()
	made := manager.post("/webhooks", object{"url": "http://" + n.address + "/stint",
		"events": []string{"submission.submitted", "submission.line_rejected"}})
	n.secret = made.OK()["secret"].(string)
	var want []string
	submit := func(daysAgo int) (line string) {
		day := api.Clock.Now().AddDate(0, 0, -daysAgo)
		want = append(want, "submission.submitted "+day.Format(time.DateOnly))
		return worker.submit(day)
	}
	check := func(when string) {
		t.Helper()
		if got, all := strings.Join(n.notes, "\n"), strings.Join(want, "\n"); got != all {
			t.Errorf("%s it told\n%s\nwant\n%s", when, got, all)
		}
	}

	rejected := api.Clock.Now().AddDate(0, 0, -9).Format(time.DateOnly)
	line := submit(9)
	manager.post("/submission-lines/"+line+"/reject", object{"reason": "Which one?"}).OK()
	want = append(want, "submission.line_rejected "+rejected+": Which one?")
	api.RunDeliverer(owner.WorkspaceID)
	check("at first")

	n.stop()
	submit(8)
	api.RunDeliverer(owner.WorkspaceID)
	submit(7)
	n.start()
	api.Clock.Advance(time.Minute)
	api.RunDeliverer()
	check("after a restart")

	submit(6)
	submit(5)
	n.dies = true
	api.RunDeliverer(owner.WorkspaceID)
	n.stop()
	n.start()
	api.Clock.Advance(time.Minute)
	api.RunDeliverer()
	check("after a death")
	if n.again != 1 {
		t.Errorf("%d messages came again, want the one that it died of", n.again)
	}

	forged, err := http.Post("http://"+n.address+"/stint", "application/json",
		bytes.NewReader([]byte(`{"type":"submission.submitted"}`)))
	if err != nil {
		t.Fatal(err)
	}
	forged.Body.Close()
	if forged.StatusCode != http.StatusUnauthorized {
		t.Errorf("a forged message: %d", forged.StatusCode)
	}
	check("after a forged message")
}
