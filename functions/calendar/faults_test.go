package calendar_test

import (
	"fmt"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
)

// startProvider starts a provider, with the option for test services to use it. Their
// clocks do not advance.
func startProvider(t *testing.T) (*apitest.CalendarProvider, []apitest.Option) {
	t.Helper()
	provider := apitest.StartCalendarProvider(t, testkit.NewClock(apitest.StartTime))
	provider.SetCalendars(calendarUser, primaryCalendar(meeting("planning", 18, 9)))
	return provider, []apitest.Option{apitest.WithCalendar(provider.URL)}
}

func TestStartUnderFaults(t *testing.T) {
	_, options := startProvider(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			return func() *apitest.Answer { return owner.Get(apitest.ConnectionsPath + "/external/start") }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// When the callback fails after it used the state, a new flow connects the calendar.
func TestConnectUnderFaults(t *testing.T) {
	provider, options := startProvider(t)
	var owner *apitest.User
	apitest.FaultWalk{
		Options: options, PrepareEach: true, // the provider takes each code once
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			return owner.StartCalendarConsent().Consent(provider, calendarUser).Finish
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if again.Status != 200 && again.Status != 400 {
				t.Errorf("the same callback again: %d\n%s", again.Status, again.Body)
			}
			owner.ConnectCalendar(provider, calendarUser)
			if got := titles(t, owner.Get(eventsPath)); got != "planning" {
				t.Errorf("events %s", got)
			}
		},
	}.Run(t)
}

func TestDisconnectUnderFaults(t *testing.T) {
	provider, options := startProvider(t)
	apitest.FaultWalk{
		Options: options,
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner := api.Register("ada")
			owner.ConnectCalendar(provider, calendarUser)
			return func() *apitest.Answer { return owner.Delete(apitest.ConnectionsPath + "/external") }
		},
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) { again.OK() },
	}.Run(t)
}

// After any fault of a renewal, a later request succeeds: at the latest when the claim
// of the failed renewal has expired.
func TestRenewUnderFaults(t *testing.T) {
	for k := range 6 {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(k, after), func(t *testing.T) {
				t.Parallel()
				api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
				provider.ExpireTokens(calendarUser)
				effect := testkit.FailBefore(testkit.Disconnected)
				if after {
					effect = testkit.FailAfter(testkit.Disconnected)
				}
				api.Probe.Inject(testkit.Fault{Effect: effect, Skip: k, Times: testkit.Always, WholeCall: true})
				_ = owner.Get(eventsPath) // it may fail; the next request must succeed
				api.Probe.Reset()
				api.Clock.Advance(renewalTime)
				if got := titles(t, owner.Get(eventsPath)); got != "planning" {
					t.Errorf("events %s", got)
				}
				if n := provider.CountCalls(gcalendar.TokenPath); n > 3 {
					t.Errorf("%d calls for tokens", n)
				}
			})
		}
	}
}
