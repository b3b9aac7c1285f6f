package calendar_test

import (
	"fmt"
	"testing"

	"stint/functions/apitest"
	"stint/shared/testkit"
	"stint/shared/testkit/gcalendar"
)

// outside is a provider, and an option for houses that know it. Their clocks
// stand still at the same time.
func outside(t *testing.T) (*apitest.Calendars, []apitest.Option) {
	t.Helper()
	provider := apitest.ServeCalendars(t, testkit.NewClock(apitest.Start))
	provider.Put(account, primary(meeting("planning", 18, 9)))
	return provider, []apitest.Option{apitest.WithCalendar(provider.Address)}
}

func TestStartUnderFaults(t *testing.T) {
	_, options := outside(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			return func() *apitest.Answer { return ada.Get(apitest.Connections + "/external/start") }
		},
		Again: func(_ *apitest.House, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A visit whose end was not kept is made anew; the state is used up by then.
func TestConnectingUnderFaults(t *testing.T) {
	provider, options := outside(t)
	var ada *apitest.Person
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada = h.Register("ada")
			return ada.SetOut().Agree(provider, account).Return
		},
		Again: func(_ *apitest.House, again *apitest.Answer) {
			if again.Status != 200 && again.Status != 400 {
				t.Errorf("the same return again: %d\n%s", again.Status, again.Body)
			}
			ada.Connect(provider, account)
			if got := titles(t, ada.Get(eventsPath)); got != "planning" {
				t.Errorf("events %s", got)
			}
		},
	}.Run(t)
}

func TestDisconnectingUnderFaults(t *testing.T) {
	provider, options := outside(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.House) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.Connect(provider, account)
			return func() *apitest.Answer { return ada.Delete(apitest.Connections + "/external") }
		},
		Again: func(_ *apitest.House, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A renewal that breaks off anywhere is made good by a later request: at the
// latest when nobody waits any more for the one that broke off.
func TestRenewingUnderFaults(t *testing.T) {
	for k := range 6 {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(k, after), func(t *testing.T) {
				t.Parallel()
				h, provider, ada := connected(t, primary(meeting("planning", 18, 9)))
				provider.Expire(account)
				effect := testkit.FailBefore(testkit.Disconnected)
				if after {
					effect = testkit.FailAfter(testkit.Disconnected)
				}
				h.Probe.Inject(testkit.Fault{Effect: effect, Skip: k, Times: testkit.Always, WholeCall: true})
				_ = ada.Get(eventsPath) // it may fail, as long as it is made good
				h.Probe.Reset()
				h.Clock.Advance(renewalTime)
				if got := titles(t, ada.Get(eventsPath)); got != "planning" {
					t.Errorf("events %s", got)
				}
				if n := provider.Calls(gcalendar.TokenPath); n > 3 {
					t.Errorf("%d calls for tokens", n)
				}
			})
		}
	}
}
