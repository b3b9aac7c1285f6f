package histories_test

import (
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/shared/store/key"
)

// teams are the workspaces of the histories.
type teams struct {
	time        timeTeam
	members     memberTeam
	submissions submissionTeam
	tags        tagTeam
}

// shown reports whether nothing explains the history of a seed in which a mistake is planted.
type shown func(t *testing.T, all teams, seed uint64, mistake ...testkit.Fault) bool

func inTime(t *testing.T, all teams, seed uint64, mistake ...testkit.Fault) bool {
	return !timeModel.explains(all.time.history(t, seed, mistake...).operations)
}

func inMemberships(t *testing.T, all teams, seed uint64, mistake ...testkit.Fault) bool {
	return !memberModel.explains(all.members.history(t, seed, mistake...).operations)
}

// inTimesheets is shown if people do what the mistake concerns.
func inTimesheets(does ...[]string) shown {
	return func(t *testing.T, all teams, seed uint64, mistake ...testkit.Fault) bool {
		all.submissions.does = [2][]string(does)
		return !submissionModel.explains(all.submissions.history(t, seed, mistake...).operations)
	}
}

// inDeliveriesLater is for an index of changes that is later than the feed allows for.
func inDeliveriesLater(t *testing.T, all teams, seed uint64, _ ...testkit.Fault) bool {
	all.tags.lag = 4 * time.Minute
	return inDeliveries(t, all, seed)
}

func inDeliveries(t *testing.T, all teams, seed uint64, mistake ...testkit.Fault) bool {
	return !tagModel.explains(all.tags.history(t, seed, mistake...).operations)
}

// planted is a mistake, with the histories that show it.
type planted struct {
	name   string
	shown  shown
	faults []testkit.Fault
}

func allPlanted() []planted {
	stale := func(of testkit.Concerns) testkit.Fault {
		return testkit.Fault{Where: testkit.On("BatchGetItem"), Effect: testkit.StaleReads(of)}
	}
	lost := func(of testkit.Concerns) testkit.Fault {
		return testkit.Fault{Where: testkit.Writes, Effect: testkit.LoseConditions(of)}
	}
	replay := testkit.InPlace(key.ReplayPrefix)
	all := []planted{
		{"the write of a timer has no condition", inTime, []testkit.Fault{lost(testkit.InPlace("TIMER"))}},
		{"a retry happens twice", inTime, []testkit.Fault{stale(replay), lost(replay)}},
		{"the write of an entry has no condition", inTimesheets([]string{"describe", "submit", "withdraw"},
			[]string{"reject", "describe"}), []testkit.Fault{lost(testkit.InPlace(key.EntryPrefix))}},
		{"the decision on a timesheet has no condition", inTimesheets([]string{"look"}, []string{"approve", "reject"}),
			[]testkit.Fault{lost(isTimesheet)}},
		{"an old member decides what somebody may do", inMemberships,
			[]testkit.Fault{stale(testkit.InPlace(key.MemberPrefix))}},
		{"the index of changes is later than the feed allows for", inDeliveriesLater, nil},
	}
	if testkit.Size(0, 1) == 1 {
		// These runs send the same events in the same order, so that only one seed of about fifty shows the mistake.
		all = append(all, planted{"two runs deliver at the same time", inDeliveries, []testkit.Fault{lost(isWebhook)}})
	}
	return all
}

// isTimesheet selects a timesheet, its lines and its history.
func isTimesheet(partition, sort string) bool {
	return key.Submissions.Matches(partition) || strings.HasPrefix(sort, key.SubmissionPrefix)
}

// isWebhook selects a webhook, which has the lease, and its lanes.
func isWebhook(partition, sort string) bool {
	return strings.HasSuffix(partition, "#H") && strings.HasPrefix(sort, key.WebhookPrefix)
}

// plantedSeeds are how many seeds may be tried until one shows a mistake. The mistakes of every day need one to four.
var plantedSeeds = uint64(testkit.Size(200, 500))

// A mistake is found by one of some seeds.
func TestHistoriesShowPlantedMistakes(t *testing.T) {
	t.Parallel()
	all := teams{newTimeTeam(t), newMemberTeam(t), newSubmissionTeam(t), newTagTeam(t)}
	for _, x := range allPlanted() {
		seed := uint64(1)
		for !x.shown(t, all, seed, x.faults...) && seed < plantedSeeds {
			seed++
		}
		if t.Logf("seed %d: %s", seed, x.name); seed == plantedSeeds {
			t.Errorf("no history shows that %s", x.name)
		}
	}
}
