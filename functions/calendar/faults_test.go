package calendar_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
)

// startProvider is a provider, and an option for houses that know it. Their clocks
// stand still at the same time.
func startProvider(t *testing.T) (*apitest.CalendarProvider, []apitest.Option) {
	t.Helper()
	provider := apitest.StartCalendarProvider(t, testkit.NewClock(apitest.StartTime))
	provider.SetCalendars(account, primaryCalendar(meeting("planning", 18, 9)))
	return provider, []apitest.Option{apitest.WithCalendar(provider.URL)}
}

func TestStartUnderFaults(t *testing.T) {
	_, options := startProvider(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			return func() *apitest.Answer { return ada.Get(apitest.ConnectionsPath + "/external/start") }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A visit whose end was not kept is made anew; the state is used up by then.
func TestConnectUnderFaults(t *testing.T) {
	provider, options := startProvider(t)
	var ada *apitest.User
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada = h.Register("ada")
			return ada.StartCalendarConsent().Consent(provider, account).Finish
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 && again.Status != 400 {
				t.Errorf("the same return again: %d\n%s", again.Status, again.Body)
			}
			ada.ConnectCalendar(provider, account)
			if got := titles(t, ada.Get(eventsPath)); got != "planning" {
				t.Errorf("events %s", got)
			}
		},
	}.Run(t)
}

func TestDisconnectUnderFaults(t *testing.T) {
	provider, options := startProvider(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(h *apitest.Service) func() *apitest.Answer {
			ada := h.Register("ada")
			ada.ConnectCalendar(provider, account)
			return func() *apitest.Answer { return ada.Delete(apitest.ConnectionsPath + "/external") }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// A renewal that breaks off anywhere is made good by a later request: at the
// latest when nobody waits any more for the one that broke off.
func TestRenewUnderFaults(t *testing.T) {
	for k := range 6 {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(k, after), func(t *testing.T) {
				t.Parallel()
				h, provider, ada := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
				provider.ExpireTokens(account)
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
				if n := provider.CountCalls(gcalendar.TokenPath); n > 3 {
					t.Errorf("%d calls for tokens", n)
				}
			})
		}
	}
}
