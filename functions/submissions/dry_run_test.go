package submissions_test

import (
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

// A dry run shows what submitting writes, and writes nothing. Its digest submits just that.
func TestADryRunOfSubmitting(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	track(owner, 8, 60, nil)
	before := apitest.TableItems(owner.Service)
	shown := owner.Post(pathSubmissions+"?dryRun=true", submittedWeek).OK()
	if len(apitest.TableItems(owner.Service)) != len(before) || len(owner.Get(pathSubmissions).Items()) != 0 {
		t.Error("a dry run wrote")
	}
	named := pathSubmissions + "?contentDigest=" + shown["content_digest"].(string)
	entry := track(owner, 9, 60, nil)
	owner.Post(named, submittedWeek).Problem(409, "conflict")
	owner.Delete("/api/entries/" + entry).OK()
	wantFields(t, "submitted", owner.Post(named, submittedWeek).OK(),
		object{"total_seconds": shown["total_seconds"], "status": "submitted"})
	owner.Post(pathSubmissions+"?dryRun=true", submittedWeek).Problem(409, "conflict")
	checkInvariants(t, owner.Service)
}

// An entry that changes between the dry run and the write, also while the write reads, is not submitted unseen.
func TestTheDigestIsAConditionOfTheWrite(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	entry := track(owner, 8, 60, nil)
	digest := owner.Post(pathSubmissions+"?dryRun=true", submittedWeek).OK()["content_digest"].(string)
	beforeAttempt(owner.Service, testkit.On("TransactWriteItems"), func() {
		owner.Patch("/api/entries/"+entry, object{"description": "changed"}).OK()
	})
	owner.Post(pathSubmissions+"?contentDigest="+digest, submittedWeek).Problem(409, "conflict")
	if list := owner.Get(pathSubmissions).Items(); len(list) != 0 {
		t.Errorf("%v", list)
	}
}

// A dry run of submitting again shows what the rejected lines become.
func TestADryRunOfResubmitting(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, _ := m.submitTwoHours(m.submitter)
	m.owner.Post(site+"/reject", nil).OK()
	shown := m.submitter.Post(path+"/resubmit?dryRun=true", nil).OK()
	if status := m.submitter.Get(path).OK()["status"]; status != "partially_rejected" || shown["status"] != "submitted" {
		t.Errorf("it is %v, and would be %v", status, shown["status"])
	}
	m.submitter.Post(path+"/resubmit?contentDigest="+digestOfNothing, nil).Problem(409, "conflict")
	wantFields(t, "again", m.submitter.Post(path+"/resubmit?contentDigest="+shown["content_digest"].(string), nil).OK(),
		object{"status": "submitted", "total_seconds": shown["total_seconds"]})
	checkInvariants(t, m.Service)
}

// digestOfNothing is the digest of no timesheet.
const digestOfNothing = "0000000000000000000000000000000000000000000000000000000000000000"

// Decisions with If-Match apply to the version that was shown only, also when another request comes between.
func TestDecisionsOfAVersion(t *testing.T) {
	t.Parallel()
	m := newTeam(t)
	path, site, other := m.submitTwoHours(m.submitter)
	decide := func(path, version string, body any) *apitest.Answer {
		return m.owner.With("If-Match", `"`+version+`"`).Post(path, body)
	}
	decide(path+"/approve-all", "2", nil).Problem(409, "conflict")
	decide(site+"/approve", "9", nil).Problem(409, "conflict")
	decide(site+"/reject", "9", object{"reason": "no"}).Problem(409, "conflict")
	beforeAttempt(m.Service, testkit.On("TransactWriteItems"), func() { m.owner.Post(other+"/reject", nil).OK() })
	decide(path+"/approve-all", "1", nil).Problem(409, "conflict")
	if status := m.owner.Get(path).OK()["status"]; status != "partially_rejected" {
		t.Errorf("it is %v", status)
	}
	line := m.owner.Get(path).OK()["lines"].([]any)[0].(object)
	decide(site+"/approve", toText(line["version"]), nil).OK()
}
