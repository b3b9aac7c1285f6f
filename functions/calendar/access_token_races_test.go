package calendar_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
)

// readsConnection selects the reads of only a connection.
func readsConnection(a testkit.Attempt) bool {
	in, ok := a.Input.(*dynamodb.GetItemInput)
	return ok && strings.HasPrefix(testkit.TextOf(in.Key["sk"]), "CAL#")
}

// passAndSignal lets every call pass and closes a channel after the first one.
func passAndSignal() (effect testkit.Effect, through <-chan struct{}) {
	done := make(chan struct{})
	tell := sync.OnceFunc(func() { close(done) })
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		defer tell()
		return exchange(r)
	}, done
}

// When the provider refuses a token before it expires, two instances renew it. The
// second one waits for the token of the first.
func TestRefusedTokenIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.ExpireTokens(calendarUser)
	effect, read := passAndSignal()
	api.Probe.Inject(testkit.Fault{Effect: effect, Where: readsConnection})
	var both sync.WaitGroup // both are refused before either renews
	both.Add(2)
	var met sync.Map
	provider.SetHandler(gcalendar.CalendarListPath, func(w http.ResponseWriter, r *http.Request) {
		if _, again := met.LoadOrStore(r.RemoteAddr, true); !again {
			both.Done()
		}
		both.Wait()
		provider.SetHandler(gcalendar.CalendarListPath, nil)
		gcalendar.ErrorHandler(401, "authError")(w, r)
	})
	provider.SetHandler(gcalendar.TokenPath, func(w http.ResponseWriter, r *http.Request) {
		<-read // by the instance that lost the claim
		provider.SetHandler(gcalendar.TokenPath, nil)
		provider.ServeHTTP(w, r)
	})
	instances := []http.Handler{api.Handler, api.NewInstance()}
	testkit.Race(t, len(instances), func(i int) {
		if got := titles(t, api.SendTo(instances[i], apitest.Request{Method: "GET", Path: eventsPath,
			Bearer: owner.Token})); got != "planning" {
			t.Errorf("events %s", got)
		}
	})
}

// A new connection within the same second is not mistaken for the previous one by
// requests that have read that one.
func TestReconnectWithinOneSecond(t *testing.T) {
	t.Parallel()
	const other = "other@calendars.example"
	_, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.SetCalendars(other, gcalendar.Calendar{ID: other, Primary: true,
		Events: []gcalendar.Event{meeting("elsewhere", 18, 9)}})
	provider.SetHandler(gcalendar.CalendarListPath, func(w http.ResponseWriter, r *http.Request) {
		provider.SetHandler(gcalendar.CalendarListPath, nil)
		owner.ConnectCalendar(provider, other)
		gcalendar.ErrorHandler(401, "authError")(w, r)
	})
	for range 2 {
		if got := titles(t, owner.Get(eventsPath)); got != "elsewhere" {
			t.Errorf("events %s", got)
		}
	}
	if got := owner.Get(apitest.ConnectionsPath).Items()[0]["account_email"]; got != other {
		t.Errorf("connected is %v", got)
	}
}

// An instance whose renewal takes too long uses the token that another instance got.
func TestOvertakenRenewal(t *testing.T) {
	t.Parallel()
	api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
	provider.ExpireTokens(calendarUser)
	second := api.NewInstance()
	provider.SetHandler(gcalendar.TokenPath, func(w http.ResponseWriter, r *http.Request) {
		provider.SetHandler(gcalendar.TokenPath, nil)
		api.Clock.Advance(renewalTime)
		if got := titles(t, api.SendTo(second, apitest.Request{Method: "GET", Path: eventsPath,
			Bearer: owner.Token})); got != "planning" {
			t.Errorf("the second sees %s", got)
		}
		provider.ServeHTTP(w, r)
	})
	if got := titles(t, owner.Get(eventsPath)); got != "planning" {
		t.Errorf("the first sees %s", got)
	}
}

// A fault of the table during a renewal is neither an empty calendar nor a failure of
// the provider.
func TestTableFailureDuringARenewal(t *testing.T) {
	t.Parallel()
	late := func(*http.Request) (*http.Response, error) { return nil, context.DeadlineExceeded }
	for name, fault := range map[string]testkit.Fault{
		"as it is read again": {Effect: testkit.FailBefore(testkit.Disconnected), Where: readsConnection,
			Times: testkit.Always},
		"in time": {Effect: testkit.FailBefore(late), Where: testkit.On("PutItem"),
			Times: testkit.Always},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			api, provider, owner := newConnectedUser(t, primaryCalendar(meeting("planning", 18, 9)))
			provider.SetHandler(gcalendar.CalendarListPath, func(w http.ResponseWriter, r *http.Request) {
				provider.SetHandler(gcalendar.CalendarListPath, nil)
				owner.ConnectCalendar(provider, calendarUser) // to change the connection
				api.Probe.Inject(fault)
				gcalendar.ErrorHandler(401, "authError")(w, r)
			})
			owner.Get(eventsPath).Problem(503, "service_unavailable")
		})
	}
}
