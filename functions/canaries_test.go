package functions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/functions/apitest"
	"stint/shared/config"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/testkit"
	"stint/shared/testkit/gcalendar"
	"stint/shared/testkit/idp"
)

// canaries are texts that callers send or are given, and that no log may hold.
type canaries map[string]string // what it is, by the text

// canary is what everybody and everything in this walk is called.
const canary = "canarybird"

// newCanaryWorld is a world in which everything is called canary something, and
// all that must stay secret in it.
func newCanaryWorld(t *testing.T) (*world, canaries) {
	t.Helper()
	h, provider, agendas := apitest.NewOutside(t, func(c *config.Config) { c.PerAddress, c.PerAccount = 100000, 100000 })
	w := &world{House: h, provider: provider, agendas: agendas, owner: h.Register(canary)}
	w.analyst = w.owner.Bring(canary+"-analyst", "analyst")
	w.furnish(canary)
	secret := canaries{
		canary: "a name, an address or a text", "example.com": "an address", apitest.Password: "a password", "192.0.2.1": "a client's address",
		w.key: "an API key", w.owner.Token: "an access token", w.analyst.Token: "an access token",
		w.owner.Cookie.Value: "a refresh token", w.analyst.Cookie.Value: "a refresh token",
	}
	w.texts["invitations"] = h.MailedToken(canary+"-guest@example.com", "invitation")
	w.texts["external-logins"], w.texts["calendar-connections"] = canary+"-provider", canary+"-provider"
	secret[w.texts["invitations"]] = "an invitation's token"
	secret[h.MailedToken(w.owner.Email, "verify-email")] = "a verification token"
	h.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request", Body: object{"email": w.owner.Email}}).OK()
	secret[h.MailedToken(w.owner.Email, "password-reset")] = "a reset token"
	w.visits(secret)
	w.trips(secret)
	return w, secret
}

// visits goes to the identity provider and back in every way that there is.
func (w *world) visits(secret canaries) {
	who := idp.Person{Subject: canary + "-subject", Email: canary + "-sso@example.com", Name: canary, Verified: true}
	for _, bearer := range []string{"", w.owner.Token} {
		v := w.Begin(bearer, "").As(w.provider, who)
		secret[v.State], secret[v.Cookies[0].Value] = "a state", "a browser's cookie"
		for range 2 { // the second comes too late
			secret.gains(v.End())
		}
	}
	unproven := idp.Person{Subject: canary + "-other", Email: canary + "-unproven@example.com", Name: canary}
	w.Begin("", "").As(w.provider, unproven).End().OK()
	secret[w.MailedToken(unproven.Email, "sso-verify")] = "a token that confirms a sign-in"
	w.provider.Break(idp.Faults{At: map[string]http.HandlerFunc{idp.TokenPath: func(a http.ResponseWriter, r *http.Request) {
		http.Error(a, r.PostFormValue("code")+" "+who.Email, http.StatusBadGateway)
	}}})
	w.Begin("", "").As(w.provider, who).End().Problem(400, "external_oauth_error")
	w.provider.Break(idp.Faults{})
	secret[idp.ClientSecret] = "the client secret"
	for _, text := range w.provider.Secrets() {
		if text != "" {
			secret[text] = "a code, verifier or token of the provider"
		}
	}
}

// trips connects calendars, and has the provider fail in the ways that are
// logged.
func (w *world) trips(secret canaries) {
	account := canary + "@calendars.example.com"
	event := gcalendar.Event{ID: canary, Summary: canary, Start: apitest.Start, End: apitest.Start.Add(time.Hour)}
	w.agendas.Put(account, gcalendar.Calendar{ID: account, Primary: true, Events: []gcalendar.Event{event}})
	v := w.owner.SetOut().Agree(w.agendas, account)
	secret[v.Back.Get("state")], secret[v.Cookies[0].Value] = "a state", "a browser's cookie"
	for range 2 { // the second comes too late
		_ = v.Return()
	}
	for _, path := range []string{gcalendar.ListPath, gcalendar.TokenPath, gcalendar.RevokePath} {
		w.agendas.Expire(account)
		w.agendas.Break(path, func(a http.ResponseWriter, r *http.Request) {
			http.Error(a, account+r.Header.Get("Authorization")+r.PostFormValue("refresh_token")+r.PostFormValue("token"), http.StatusBadGateway)
		})
		w.owner.Get("/api/calendar-events").Problem(503, "calendar_provider_unavailable")
	}
	w.owner.Delete(apitest.Connections + "/external").OK()
	w.agendas.Break(gcalendar.ListPath, nil)
	w.agendas.Break(gcalendar.TokenPath, nil)
	w.owner.Connect(w.agendas, account)
	secret[gcalendar.ClientSecret] = "the calendar's client secret"
	for _, text := range w.agendas.Secrets() {
		secret[text] = "a code, verifier or token of the calendar's provider"
	}
}

// gains notes the secrets of an answer.
func (c canaries) gains(a *apitest.Answer) {
	var body map[string]any
	_ = json.Unmarshal(a.Body, &body) // pages and lists have none
	for _, name := range []string{"access_token", "token"} {
		if text, ok := body[name].(string); ok && text != "" {
			c[text] = name + " of an answer"
		}
	}
	if sent := a.Header.Get("Set-Cookie"); strings.HasPrefix(sent, "stint_refresh=") {
		value, _, _ := strings.Cut(strings.TrimPrefix(sent, "stint_refresh="), ";")
		if value != "" {
			c[value] = "a refresh token of an answer"
		}
	}
}

// absentFrom checks that none of the secrets is in the log, neither as it is
// nor as it looks inside of JSON or of a URL.
func (c canaries) absentFrom(t *testing.T, logs string) {
	t.Helper()
	for text, what := range c {
		for _, line := range strings.Split(logs, "\n") {
			if strings.Contains(line, text) || strings.Contains(line, strings.ReplaceAll(text, " ", "+")) {
				t.Errorf("%s is in the log:\n%.400s", what, line)
			}
		}
	}
}

// canaryRequest is one to the route with a canary wherever a text can stand.
func (d *dice) canaryRequest(t *testing.T, spec route.Spec) apitest.Request {
	t.Helper()
	r := d.request(t, spec)
	header := map[string]string{
		"User-Agent": canary, "Referer": "https://" + canary + ".example.com/", "X-Forwarded-For": canary, "X-" + canary: canary,
		"Cookie": "other=" + canary,
	}
	for name, value := range r.Header {
		header[name] = value
	}
	r.Header = header
	if strings.Contains(r.Path, "?") {
		r.Path += "&"
	} else {
		r.Path += "?"
	}
	r.Path += canary + "=" + canary + "&search=" + canary + "&token=" + d.w.texts["invitations"]
	return r
}

// Nothing that people or programs prove themselves with, and nothing they are
// called, reaches the log: whichever route is called, however it is answered,
// at the finest level, with the database at its worst.
func TestNoSecretReachesTheLog(t *testing.T) {
	w, secret := newCanaryWorld(t)
	d := newDice(w, seed(t), canary, 5)
	send := func(r apitest.Request) { secret.gains(w.Send(r)) }
	for _, spec := range harmlessFirst(functions.All()) {
		for _, fault := range canaryFaults {
			w.Probe.Inject(fault)
			send(d.canaryRequest(t, spec))
			w.Probe.Reset()
		}
		r := d.canaryRequest(t, spec)
		r.Body = `{"name":"` + canary + `","name":"` + canary + `"`
		send(r)
		r.Bearer = canary + w.owner.Token
		send(r)
		send(d.canaryRequest(t, spec))
		if !strings.Contains(w.Logs.String(), `"route":"`+spec.ID+`"`) {
			t.Errorf("%s left no line in the log", spec.ID)
		}
	}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.InternalError), Times: 3, WholeCall: true})
	_ = w.Worker(w.Mailbox).Work(t.Context()) // it may fail: what it logs is the point
	w.Probe.Reset()
	w.Deliver()
	if !strings.Contains(w.Logs.String(), `"level":"ERROR"`) {
		t.Error("no fault was logged: this test does not look where it should")
	}
	secret.absentFrom(t, w.Logs.String())
}

// rawFailure is how DynamoDB itself may speak.
var rawFailure = testkit.APIError(400, "ValidationException", "Requested resource not found: arn:aws:dynamodb:us-east-1:000000000000:table/raw")

var canaryFaults = []testkit.Fault{
	{Effect: testkit.FailBefore(testkit.Throttled), Times: testkit.Always},
	{Effect: testkit.FailBefore(rawFailure), WholeCall: true},
	{Effect: testkit.FailBefore(rawFailure), Skip: 1, WholeCall: true},
	{Effect: testkit.FailBefore(rawFailure), Where: testkit.Writes, WholeCall: true},
	{Effect: testkit.FailAfter(testkit.TimedOut), Where: testkit.Writes, WholeCall: true},
	{Effect: testkit.FailBefore(testkit.Canceled("ValidationError", "ThrottlingError")), Where: testkit.On("TransactWriteItems"), Times: testkit.Always},
	{Effect: testkit.FailBefore(testkit.Refused), Times: testkit.Always},
}

// innards are words that only somebody who runs the service should read.
var innards = regexp.MustCompile(`(?i)dynamo|arn:|aws|exception|operation error|conditional|transact|goroutine|\.go:|stint/|connection|refused:|table|item size|sdk|http response|retry quota|stack`)

// Whatever breaks, the answer says no word of what it is made of, and its
// correlation id leads to the line in the log that does.
func TestNoErrorTellsWhatItIsMadeOf(t *testing.T) {
	w := newWorld(t)
	d := newDice(w, seed(t), "mark", 0)
	broken := 0
	for _, spec := range harmlessFirst(functions.All()) {
		for _, fault := range canaryFaults {
			w.Probe.Inject(fault)
			r := d.request(t, spec)
			answer := w.Send(r)
			w.Probe.Reset()
			if answer.Status < 400 {
				continue
			}
			if found := innards.FindString(told(answer)); found != "" {
				t.Errorf("%s: %q is in the answer\n%s", spec.ID, found, answer.Body)
			}
			if strings.Contains(string(answer.Body), w.Table.Name) {
				t.Errorf("%s: the table is named", spec.ID)
			}
			if answer.Status >= 500 {
				broken++
				checkLogged(t, w, answer)
			}
		}
	}
	if broken < len(functions.All()) {
		t.Errorf("%d faults only: this test does not break enough", broken)
	}
	if !strings.Contains(w.Logs.String(), "table/raw") {
		t.Error("the log does not tell what DynamoDB said")
	}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// told is what an answer says, without what is ours in any case: where errors
// are explained, and how a page looks.
func told(a *apitest.Answer) string {
	if a.Header.Get("Content-Type") != problem.ContentType {
		_, main, _ := strings.Cut(string(a.Body), "<main")
		return tags.ReplaceAllString(main, " ")
	}
	return strings.ReplaceAll(string(a.Body), apitest.Address+"/errors/", "")
}

// checkLogged checks that the log tells of the fault under the id that the
// caller was given.
func checkLogged(t *testing.T, w *world, a *apitest.Answer) {
	t.Helper()
	id := fmt.Sprintf(`"correlation_id":%q`, a.Header.Get("X-Correlation-Id"))
	for _, line := range strings.Split(w.Logs.String(), "\n") {
		if strings.Contains(line, id) && strings.Contains(line, `"error":`) {
			return
		}
	}
	t.Errorf("%s %s: %d, and no error in the log under %s", a.Request.Method, a.Request.Path, a.Status, id)
}
