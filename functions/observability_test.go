package functions_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/docs"
	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/config"
	"stint/shared/domain"
	"stint/shared/dynamo"
	"stint/shared/mail"
	"stint/shared/store/key"
	"stint/shared/table"
)

// insightsQueries are the queries of the document.
func insightsQueries(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, found := range regexp.MustCompile("(?s)\n```\n(.*?)\n```\n").FindAllStringSubmatch(docs.Observability, -1) {
		all = append(all, found[1])
	}
	if len(all) < 10 {
		t.Fatalf("the document has %d queries", len(all))
	}
	return all
}

var (
	insightsText   = regexp.MustCompile(`"[^"]*"`)
	insightsAlias  = regexp.MustCompile(`\bas (\w+)`)
	insightsName   = regexp.MustCompile(`@?\b[a-zA-Z_]\w*\b(\()?`)
	insightsFilter = regexp.MustCompile(`msg (?:=|in) (\[[^\]]*\]|"[^"]*")`)
)

// insightsWords are the words of the language. CloudWatch has more.
var insightsWords = []string{"filter", "fields", "stats", "sort", "limit", "by", "as", "and", "or", "in", "desc"}

// fieldsOf are the fields of log lines that a query names: what is no word, function, name of a result or name of
// CloudWatch.
func fieldsOf(query string) (fields []string) {
	names := insightsWords
	for _, alias := range insightsAlias.FindAllStringSubmatch(query, -1) {
		names = append(names, alias[1])
	}
	for _, found := range insightsName.FindAllString(insightsText.ReplaceAllString(query, ""), -1) {
		if !strings.HasPrefix(found, "@") && !strings.HasSuffix(found, "(") && !slices.Contains(names, found) {
			fields = append(fields, found)
		}
	}
	return fields
}

// messagesOf are the messages that a query looks for; none where it looks for others, too.
func messagesOf(query string) (messages []string) {
	if filter := insightsFilter.FindStringSubmatch(query); filter != nil {
		for _, text := range insightsText.FindAllString(filter[1], -1) {
			messages = append(messages, strings.Trim(text, `"`))
		}
	}
	return messages
}

// The filter of each query of the document takes lines that the service writes, and each field that the query names is
// in one of them. Each message that it looks for is written.
func TestQueriesOfTheLogFindWhatIsWritten(t *testing.T) {
	t.Parallel()
	lines := linesOfEverything(t)
	for _, query := range insightsQueries(t) {
		if strings.Contains(query, "@type") {
			continue // CloudWatch's own lines
		}
		found := slices.DeleteFunc(slices.Clone(lines), func(line map[string]any) bool { return !matches(t, query, line) })
		if len(found) == 0 {
			t.Errorf("no line is found by\n%s", query)
		}
		for _, message := range messagesOf(query) {
			if !hasField(found, []string{message}, "msg") {
				t.Errorf("no line has the message %q", message)
			}
		}
		for _, field := range fieldsOf(query) {
			if !hasField(found, nil, field) {
				t.Errorf("no line has the field %s:\n%s", field, query)
			}
		}
	}
}

// hasField reports whether a line with one of the messages has a field. Without messages any line counts.
func hasField(lines []map[string]any, messages []string, field string) bool {
	return slices.ContainsFunc(lines, func(line map[string]any) bool {
		message, _ := line["msg"].(string)
		return line[field] != nil && (len(messages) == 0 || slices.Contains(messages, message))
	})
}

// linesOfEverything are the lines of requests that succeed, fail, are refused and are traced, of webhooks, of work that
// fails and of a stolen refresh token.
func linesOfEverything(t *testing.T) (lines []map[string]any) {
	t.Helper()
	w := newWorld(t)
	limited := w.NewInstance(func(c *config.Config) { c.Limits.PerCaller = 1 })
	get := apitest.Request{Method: "GET", Path: "/api/tags", Bearer: w.owner.Token, Header: map[string]string{
		"traceparent":     "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		"X-Amzn-Trace-Id": "Root=1-5759e988-bd862e3fe1be46a994272793"}}
	for range 2 {
		w.SendTo(limited, get)
	}
	login := publicRequest("/api/auth/login", object{"email": w.owner.Email, "password": "wrong password"})
	login.Method = "POST"
	w.Send(login)
	w.useRefreshTokenTwice()
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.InternalError), Times: testkit.Always})
	w.Send(get)
	w.Probe.Reset()
	w.failInBackground(t)
	for _, text := range strings.Split(strings.TrimSpace(w.Logs.String()), "\n") {
		line := map[string]any{}
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		lines = append(lines, line)
	}
	return lines
}

// useRefreshTokenTwice refreshes a session with a token that was replaced long ago.
func (w *world) useRefreshTokenTwice() {
	refresh := apitest.Request{Method: "POST", Path: "/api/auth/refresh", Cookies: refreshCookies(w.Register(w.newName()))}
	w.Send(refresh).OK()
	w.Clock.Advance(time.Minute)
	w.Send(refresh).Problem(401, "unauthorized")
}

// refusingSender sends no mail.
type refusingSender struct{}

func (refusingSender) Send(context.Context, mail.Message) error {
	return errors.New("the sender is not verified")
}

// failInBackground makes mails, a delivery and the serving of a webhook fail.
func (w *world) failInBackground(t *testing.T) {
	t.Helper()
	if err := w.NewWorker(refusingSender{}).Work(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.giveUpUndecodable(t)
	w.failForGood(t)
	p := w.Register(w.newName())
	p.Post("/api/webhooks", object{"url": "http://localhost:1024/", "events": []string{"*"}}).OK()
	w.Clock.Advance(time.Minute)
	p.Post("/api/tags", object{"name": "a"}).OK()
	w.RunDeliverer(p.WorkspaceID)
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.InternalError), Times: testkit.Always,
		Where: testkit.On("UpdateItem")})
	_ = w.NewDeliverer().Deliver(t.Context(), domain.ID(p.WorkspaceID))
	w.Probe.Reset()
}

// failForGood lets the worker fail at its parts, and at a mail for the last time.
func (w *world) failForGood(t *testing.T) {
	t.Helper()
	w.owner.Invite(w.newName()+"@example.com", "user")
	for _, item := range testkit.Dump(t, w.Table) {
		if key.Queue.Matches(table.StringAttribute(item, "pk")) {
			item["tries"] = &types.AttributeValueMemberN{Value: strconv.Itoa(domain.MaxWorkTries - 1)}
			w.Table.Fill(t, []map[string]types.AttributeValue{item})
		}
	}
	w.Probe.Inject(testkit.Fault{Effect: testkit.FailBefore(testkit.InternalError), Times: testkit.Always,
		Where: testkit.OnIndexes(dynamo.IndexWorkspace)})
	_ = w.NewWorker(refusingSender{}).Work(t.Context())
	w.Probe.Reset()
}
