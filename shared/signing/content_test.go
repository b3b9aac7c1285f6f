package signing_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/signing"
)

var now = domain.InstantOf(time.Date(2026, 6, 8, 12, 0, 0, 0, time.UTC))

func submission() timesheets.Submission {
	return timesheets.Submission{
		ID: "submission", UserID: "ada", PeriodStart: "2026-06-01", PeriodEnd: "2026-06-07", Version: 3,
		Lines: []timesheets.LineState{{Number: 1, Status: timesheets.LineApproved}},
		Links: []timesheets.LinkState{{ID: "link", ExpiresAt: now.Plus(time.Hour)}},
	}
}

func sources() signing.ContentSources {
	return signing.ContentSources{
		Workspace: people.Workspace{Name: "Lovelace"}, User: people.User{DisplayName: "Ada"},
		Projects: map[domain.ID]projects.Project{"p1": {Name: "engine"}, "p2": {Name: "Ångström"}},
		Tasks:    map[domain.ID]projects.Task{"t1": {Name: "Write"}, "t2": {Name: "draw"}},
	}
}

var lines = []timesheets.Line{
	{Number: 1, Seconds: 60, Amount: 0, Currency: "EUR"},
	{Number: 2, ProjectID: "p1", TaskID: "t1", IsBillable: true, Seconds: 3600, Amount: 9_000, Currency: "EUR"},
	{Number: 3, ProjectID: "p1", TaskID: "t2", IsBillable: true, Seconds: 1800, Amount: 500, Currency: "CHF"},
	{Number: 4, ProjectID: "p2", IsBillable: true, Seconds: 30, Amount: 75, Currency: "EUR"},
}

func TestNewContent(t *testing.T) {
	t.Parallel()
	client := &projects.Client{Name: "Babbage"}
	for _, c := range []struct {
		name       string
		lines      []timesheets.Line
		client     *projects.Client
		amounts    bool
		wantLines  string // project/task:seconds:amount, in order
		wantTotals []signing.Total
		wantSecs   int64
	}{
		{
			name: "sorted by project and task, lines without a project last", lines: lines,
			wantLines: "engine/draw:1800:-, engine/Write:3600:-, Ångström/-:30:-, -/-:60:-", wantTotals: []signing.Total{},
			wantSecs: 5490,
		},
		{
			name: "amounts, with a total for each currency", lines: lines, amounts: true, client: client,
			wantLines:  "engine/draw:1800:500CHF, engine/Write:3600:9000EUR, Ångström/-:30:75EUR, -/-:60:0EUR",
			wantTotals: []signing.Total{{Currency: "CHF", Amount: 500}, {Currency: "EUR", Amount: 9_075}}, wantSecs: 5490,
		},
		{name: "no lines", amounts: true, wantTotals: []signing.Total{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from := sources()
			from.Client = c.client
			got := signing.NewContent(submission(), timesheets.ClientLink{ID: "link", ShowAmounts: c.amounts}, c.lines, from)
			if text := describe(got.Lines); text != c.wantLines {
				t.Errorf("lines %s\nwant  %s", text, c.wantLines)
			}
			if !reflect.DeepEqual(got.Totals, c.wantTotals) || got.TotalSeconds != c.wantSecs {
				t.Errorf("totals %v of %d seconds, want %v of %d", got.Totals, got.TotalSeconds, c.wantTotals, c.wantSecs)
			}
			if (got.ClientName != nil) != (c.client != nil) {
				t.Errorf("client name %v", got.ClientName)
			}
			if want := "which Ada worked for us from 1 June 2026 to 7 June 2026"; !strings.Contains(got.Attestation, want) {
				t.Errorf("attestation %q without %q", got.Attestation, want)
			}
		})
	}
}

func describe(shown []signing.Line) string {
	var all []string
	name := func(n *domain.Name) string {
		if n == nil {
			return "-"
		}
		return string(*n)
	}
	for _, l := range shown {
		amount := "-"
		if l.Amount != nil {
			text, _ := json.Marshal(*l.Amount)
			amount = string(text) + string(*l.Currency)
		}
		seconds, _ := json.Marshal(l.Seconds)
		all = append(all, name(l.ProjectName)+"/"+name(l.TaskName)+":"+string(seconds)+":"+amount)
	}
	return strings.Join(all, ", ")
}

// The canonical form does not change when it is read and answered, so that its
// digest can be checked by anyone.
func TestCanonicalContent(t *testing.T) {
	t.Parallel()
	content := signing.NewContent(submission(), timesheets.ClientLink{ID: "link", ShowAmounts: true}, lines, sources())
	canonical := content.Canonical()
	parsed, err := signing.ParseContent(canonical)
	if err != nil || !reflect.DeepEqual(parsed.Content, content) {
		t.Errorf("%+v, %v; want %+v", parsed.Content, err, content)
	}
	if sent, err := parsed.MarshalJSON(); err != nil || !slices.Equal(sent, canonical) {
		t.Errorf("sent %s, %v; want %s", sent, err, canonical)
	}
	var names []string // RFC 8785, section 3.2.3: sorted
	var properties map[string]json.RawMessage
	if err := json.Unmarshal(canonical, &properties); err != nil {
		t.Fatal(err)
	}
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	at := 0
	for _, name := range names {
		i := strings.Index(string(canonical)[at:], `"`+name+`":`)
		if i < 0 {
			t.Fatalf("%s is not in order in %s", name, canonical)
		}
		at += i
	}
	if strings.Contains(string(canonical), ": ") {
		t.Errorf("white space in %s", canonical)
	}
}

func TestParseContentReturnsErrors(t *testing.T) {
	t.Parallel()
	if _, err := signing.ParseContent([]byte(`{"lines":`)); err == nil {
		t.Error("half a document was read")
	}
}

// The declaration for one day names that day once. Links from before keep theirs.
func TestDeclarationForOneDay(t *testing.T) {
	t.Parallel()
	for language, want := range map[domain.Language]string{"en": "on 3 September 2026,", "de": "am 3. September 2026 für",
		"fr": "le 3 septembre 2026,", "es": "el 3 de septiembre de 2026,"} {
		text := string(signing.AttestationTexts("Olga", "2026-09-03", "2026-09-03")[language])
		if !strings.Contains(text, want) || strings.Count(text, "2026") != 1 {
			t.Errorf("%s: %s", language, text)
		}
	}
	old := signing.Content{PersonName: "Olga", PeriodStart: "2026-09-03", PeriodEnd: "2026-09-03"}
	if text := string(signing.AttestationOf(timesheets.ClientLink{}, old, locale.German).Text); strings.Count(text,
		"2026") != 2 {
		t.Errorf("a link from before declares: %s", text)
	}
}
