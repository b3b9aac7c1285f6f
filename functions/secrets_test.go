package functions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/functions"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/internal/testkit/gcalendar"
	"stint/internal/testkit/idp"
	"stint/shared/config"
	"stint/shared/problem/httpproblem"
	"stint/shared/route"
)

// canaries are secret texts and personal data that no log line may contain.
type canaries map[string]string // description by text

// canary is in the name of every record of these tests.
const canary = "canarybird"

// newCanaryWorld is a world in which every name contains canary, with the list of its
// secrets.
func newCanaryWorld(t *testing.T) (*world, canaries) {
	t.Helper()
	api, provider, calendars := apitest.NewWithSSOAndCalendar(t,
		func(c *config.Config) { c.AttemptsPerNetwork, c.AttemptsPerAccount = 100000, 100000 })
	w := &world{Service: api, provider: provider, calendars: calendars, owner: api.Register(canary)}
	w.analyst = w.owner.AddMember(canary+"-analyst", "analyst")
	w.createRecords(canary)
	secret := canaries{
		canary: "a name, an address or a text", "example.com": "an address", apitest.Password: "a password",
		"192.0.2.1": "a client's address", w.key: "an API key", w.owner.Token: "an access token",
		w.analyst.Token: "an access token", w.owner.RefreshCookie.Value: "a refresh token",
		w.analyst.RefreshCookie.Value: "a refresh token",
	}
	w.texts["invitations"] = api.MailedToken(canary+"-guest@example.com", "invitation")
	w.texts["external-logins"], w.texts["calendar-connections"] = canary+"-provider", canary+"-provider"
	secret[w.texts["invitations"]] = "an invitation's token"
	secret[w.texts["feeds"]] = "the token of a calendar feed"
	secret[api.MailedToken(w.owner.Email, "verify-email")] = "a verification token"
	api.Send(apitest.Request{Method: "POST", Path: "/api/auth/password-reset/request",
		Body: object{"email": w.owner.Email}}).OK()
	secret[api.MailedToken(w.owner.Email, "password-reset")] = "a reset token"
	w.runSSOFlows(secret)
	w.runCalendarFlows(secret)
	return w, secret
}

// runSSOFlows runs every kind of single sign-on flow.
func (w *world) runSSOFlows(secret canaries) {
	user := idp.User{Subject: canary + "-subject", Email: canary + "-sso@example.com", Name: canary, EmailVerified: true}
	for _, bearer := range []string{"", w.owner.Token} {
		flow := w.StartSSO(bearer, "").Login(w.provider, user)
		secret[flow.State], secret[flow.Cookies[0].Value] = "a state", "a browser's cookie"
		for range 2 { // the second one fails
			secret.addSecretsOf(flow.Finish())
		}
	}
	unverified := idp.User{Subject: canary + "-other", Email: canary + "-unproven@example.com", Name: canary}
	w.StartSSO("", "").Login(w.provider, unverified).Finish().OK()
	secret[w.MailedToken(unverified.Email, "sso-verify")] = "a token that confirms a sign-in"
	w.provider.SetFaults(idp.Faults{Handlers: map[string]http.HandlerFunc{
		idp.TokenPath: func(a http.ResponseWriter, r *http.Request) {
			http.Error(a, r.PostFormValue("code")+" "+user.Email, http.StatusBadGateway)
		}}})
	w.StartSSO("", "").Login(w.provider, user).Finish().Problem(400, "external_oauth_error")
	w.provider.SetFaults(idp.Faults{})
	secret[idp.ClientSecret] = "the client secret"
	for _, text := range w.provider.Secrets() {
		if text != "" {
			secret[text] = "a code, verifier or token of the provider"
		}
	}
}

// runCalendarFlows connects a calendar and makes the provider fail in the ways that
// are logged.
func (w *world) runCalendarFlows(secret canaries) {
	account := canary + "@calendars.example.com"
	event := gcalendar.Event{ID: canary, Summary: canary, Start: apitest.StartTime, End: apitest.StartTime.Add(time.Hour)}
	w.calendars.SetCalendars(account, gcalendar.Calendar{ID: account, Primary: true, Events: []gcalendar.Event{event}})
	flow := w.owner.StartCalendarConsent().Consent(w.calendars, account)
	secret[flow.CallbackQuery.Get("state")], secret[flow.Cookies[0].Value] = "a state", "a browser's cookie"
	for range 2 { // the second one fails
		_ = flow.Finish()
	}
	for _, path := range []string{gcalendar.CalendarListPath, gcalendar.TokenPath, gcalendar.RevokePath} {
		w.calendars.ExpireTokens(account)
		w.calendars.SetHandler(path, func(a http.ResponseWriter, r *http.Request) {
			http.Error(a, account+r.Header.Get("Authorization")+r.PostFormValue("refresh_token")+r.PostFormValue("token"),
				http.StatusBadGateway)
		})
		w.owner.Get("/api/calendar-events").Problem(503, "calendar_provider_unavailable")
	}
	w.owner.Delete(apitest.ConnectionsPath + "/external").OK()
	w.calendars.SetHandler(gcalendar.CalendarListPath, nil)
	w.calendars.SetHandler(gcalendar.TokenPath, nil)
	w.owner.ConnectCalendar(w.calendars, account)
	secret[gcalendar.ClientSecret] = "the calendar's client secret"
	for _, text := range w.calendars.Secrets() {
		secret[text] = "a code, verifier or token of the calendar's provider"
	}
}

// addSecretsOf adds the secrets of an answer.
func (c canaries) addSecretsOf(a *apitest.Answer) {
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

// checkAbsentFrom checks that no secret is in the log, plain or encoded as in a URL.
func (c canaries) checkAbsentFrom(t *testing.T, logs string) {
	t.Helper()
	for text, what := range c {
		for _, form := range slices.Compact([]string{text, strings.ReplaceAll(text, " ", "+")}) {
			if at := strings.Index(logs, form); at >= 0 {
				t.Errorf("%s is in the log:\n%.400s", what, logs[1+strings.LastIndex(logs[:at], "\n"):])
			}
		}
	}
}

// canaryRequest is a request to a route with the canary in all texts.
func (d *generator) canaryRequest(t *testing.T, spec route.Spec) apitest.Request {
	t.Helper()
	r := d.request(t, spec)
	header := map[string]string{
		"User-Agent": canary, "Referer": "https://" + canary + ".example.com/", "X-Forwarded-For": canary,
		"X-" + canary: canary,
		"Cookie":      "other=" + canary,
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

// No credential and no personal data reaches the log, for any route, any answer and
// any fault of the database, even at the debug level. The answer to a fault reveals nothing about the implementation,
// and its correlation id is in the log line that does.
func TestNoSecretsInLogsAndNoInternalsInAnswers(t *testing.T) {
	t.Parallel()
	w, secret := newCanaryWorld(t)
	d, valid := newGenerator(w, readSeed(t), canary, 5), newGenerator(w, readSeed(t), canary, 0)
	send := func(r apitest.Request) *apitest.Answer {
		answer := w.Send(r)
		secret.addSecretsOf(answer)
		return answer
	}
	var logs strings.Builder
	broken := 0
	for _, spec := range harmlessFirst(functions.Routes()) {
		for _, fault := range canaryFaults {
			w.Probe.Inject(fault)
			answer := send(valid.canaryRequest(t, spec))
			w.Probe.Reset()
			logged := w.Logs.Take()
			logs.WriteString(logged)
			if answer.Status >= 500 {
				broken++
				checkLogged(t, logged, answer)
			}
			checkHidden(t, w, spec, answer)
		}
		r := d.canaryRequest(t, spec)
		r.Body = `{"name":"` + canary + `","name":"` + canary + `"`
		send(r)
		r.Bearer = canary + w.owner.Token
		send(r)
		send(d.canaryRequest(t, spec))
		logged := w.Logs.Take()
		logs.WriteString(logged)
		if !strings.Contains(logged, `"route":"`+spec.ID+`"`) {
			t.Errorf("%s left no line in the log", spec.ID)
		}
	}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.InternalError), Times: 3, WholeCall: true})
	_ = w.NewWorker(w.Mailbox).Work(t.Context()) // it may fail: only its log matters
	w.Probe.Reset()
	w.RunWorker()
	logs.WriteString(w.Logs.Take())
	if broken < len(functions.Routes()) {
		t.Errorf("only %d faults: the test does not break enough", broken)
	}
	for _, found := range []string{`"level":"ERROR"`, `"reason":"validation`, "table/raw"} {
		if !strings.Contains(logs.String(), found) {
			t.Errorf("%s is not in the log: the test does not look where it should", found)
		}
	}
	secret.checkAbsentFrom(t, logs.String())
}

// rawFailure is an error with details that only DynamoDB reports.
var rawFailure = testkit.APIError(400, "ValidationException",
	"Requested resource not found: arn:aws:dynamodb:us-east-1:000000000000:table/raw")

var canaryFaults = []testkit.Fault{
	{Effect: testkit.FailBefore(testkit.Throttled), Times: testkit.Always},
	{Effect: testkit.FailBefore(rawFailure), WholeCall: true},
	{Effect: testkit.FailBefore(rawFailure), Skip: 1, WholeCall: true},
	{Effect: testkit.FailBefore(rawFailure), Where: testkit.Writes, WholeCall: true},
	{Effect: testkit.FailAfter(testkit.TimedOut), Where: testkit.Writes, WholeCall: true},
	{Effect: testkit.FailBefore(testkit.Canceled("ValidationError", "ThrottlingError")),
		Where: testkit.On("TransactWriteItems"), Times: testkit.Always},
	{Effect: testkit.FailBefore(testkit.Refused), Times: testkit.Always},
}

// internalWords are words that callers must not see.
var internalWords = regexp.MustCompile(
	`(?i)dynamo|arn:|aws|exception|operation error|conditional|transact|goroutine|\.go:|stint/|connection|refused:|table|item size|sdk|http response|retry quota|stack`)

// checkHidden checks that a refusal or failure reveals nothing about the implementation.
func checkHidden(t *testing.T, w *world, spec route.Spec, a *apitest.Answer) {
	t.Helper()
	if a.Status < 400 {
		return
	}
	if found := internalWords.FindString(visibleText(a)); found != "" {
		t.Errorf("%s: %q is in the answer\n%s", spec.ID, found, a.Body)
	}
	if strings.Contains(string(a.Body), w.Table.Name) {
		t.Errorf("%s: the table is named", spec.ID)
	}
}

var htmlTag = regexp.MustCompile(`<[^>]*>`)

// visibleText is the text of an answer, without the address of error codes and the
// markup of a page.
func visibleText(a *apitest.Answer) string {
	if a.Header.Get("Content-Type") != httpproblem.ContentType {
		_, main, _ := strings.Cut(string(a.Body), "<main")
		return htmlTag.ReplaceAllString(main, " ")
	}
	return strings.ReplaceAll(string(a.Body), apitest.BaseURL+"/errors/", "")
}

// checkLogged checks that the log has the error under the correlation id of the
// answer.
func checkLogged(t *testing.T, logged string, a *apitest.Answer) {
	t.Helper()
	id := fmt.Sprintf(`"correlation_id":%q`, a.Header.Get("X-Correlation-Id"))
	for line := range strings.Lines(logged) {
		if strings.Contains(line, id) && strings.Contains(line, `"error":`) {
			return
		}
	}
	t.Errorf("%s %s: %d, and no error in the log under %s", a.Request.Method, a.Request.Path, a.Status, id)
}
