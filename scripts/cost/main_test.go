package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stint/functions"
	"stint/internal/habits"
)

const sample = `| route | case | calls | rounds | read units | write units |
|---|---|---|---|---|---|
| timers.start | none runs | 2B 1P | 3 | 8.0 | 4.0 |
| tags.list |  | 1B 1Q | 2 | 6.5 | 0.0 |
| growth | own week | 1B | 2B | | |
`

func TestReadBudgets(t *testing.T) {
	t.Parallel()
	all, err := readBudgets(strings.NewReader(sample))
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	if all["timers.start none runs"] != (budget{3, 8, 4}) || all["tags.list"] != (budget{2, 6.5, 0}) {
		t.Errorf("%v", all)
	}
}

// The formula of docs/cost.md, calculated by hand for one habit: ten requests of 3
// round trips, 8 read units and 4 write units each.
func TestMonthlyCosts(t *testing.T) {
	t.Parallel()
	var m month
	m.add(habits.Habit{Signs: true, Mails: true}, budget{3, 8, 4}, 10)
	want := map[string]float64{
		"API Gateway": 10 * 3.5e-6, "Lambda, calls": 10 * 0.2e-6, "Lambda, time": 10 * 0.021 * 0.5 * 0.0000133334,
		"DynamoDB, reads": 80 * 0.125e-6, "DynamoDB, writes": 40 * 0.625e-6, "logs": 10 * 1000 * 0.5 / 1073741824,
		"signatures by KMS": 10 * 0.15e-4, "mail": 0.001,
	}
	for _, p := range m.costs(defaults(t)) {
		if math.Abs(p.dollars-want[p.name]) > 1e-12 {
			t.Errorf("%s: %g, want %g", p.name, p.dollars, want[p.name])
		}
	}
	if len(m.costs(defaults(t))) != len(want) {
		t.Errorf("%d parts", len(m.costs(defaults(t))))
	}
}

// What the worker reads and writes for timers counts, by the number of users.
func TestLooksForLongTimersCount(t *testing.T) {
	t.Parallel()
	got := map[string]float64{}
	for _, c := range fixedCosts(defaults(t), 20) {
		got[c.name] = c.dollars
	}
	if want := 30.4 * 3 * (23*0.125e-6 + 5*0.625e-6); math.Abs(got["looks for long timers"]-want) > 1e-12 {
		t.Errorf("looks cost %g, want %g", got["looks for long timers"], want)
	}
	if want := 43776 * (0.2e-6 + 0.025*13.3334e-6 + 9.5*0.125e-6); math.Abs(
		got["the worker's polls of its queue"]-want) > 1e-9 {
		t.Errorf("polls cost %g, want %g", got["the worker's polls of its queue"], want)
	}
}

func defaults(t *testing.T) prices {
	t.Helper()
	all, err := readPrices("")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The page shows every price with its source, the text in which it was seen, and the date of that.
func TestThePageHasEveryPrice(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range defaults(t) {
		what := p.What
		if p.Per > 1 {
			what = strconv.FormatFloat(p.Per, 'f', -1, 64) + " " + what
		}
		_, host, _ := strings.Cut(p.Source, "https://")
		row := fmt.Sprintf("| %s | %s | %.8g | [%s](%s) | [", p.Name, what, p.USD, strings.TrimSuffix(host, "/"), p.Source)
		_, rest, found := strings.Cut(string(page), "\n"+row)
		if line, _, _ := strings.Cut(rest, "\n"); !found || p.Seen == "" ||
			!strings.HasSuffix(line, fmt.Sprintf("](%s) | %s |", p.Seen, p.Date)) {
			t.Errorf("docs/cost.md has no row\n%s…](%s) | %s |", row, p.Seen, p.Date)
		}
	}
}

func TestAFileReplacesPrices(t *testing.T) {
	t.Parallel()
	write := func(text string) string {
		path := filepath.Join(t.TempDir(), "prices.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	all, err := readPrices(write(`[{"name": "mail", "usd": 5, "per": 10, "source": "an offer", "date": "2026-11-01"}]`))
	if err != nil || all.of("mail") != 0.5 || all.of("key") != 1 || !strings.HasPrefix(all.dates(), "2024-07-01, ") ||
		!strings.Contains(all.dates(), ", 2026-11-01") {
		t.Errorf("%v, %v", all, err)
	}
	for text, want := range map[string]string{
		`{}`: "not a list",
		`[{"name": "gold", "usd": 1, "per": 1, "source": "s", "date": "d"}]`:  `no price "gold"`,
		`[{"name": "mail", "usd": -1, "per": 1, "source": "s", "date": "d"}]`: `price "mail" needs`,
		`[{"name": "mail", "usd": 1, "source": "s", "date": "d"}]`:            `price "mail" needs`,
		`[{"name": "mail", "usd": 1, "per": 1}]`:                              "source and date",
	} {
		if _, err := readPrices(write(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := run(strings.NewReader(sample), &strings.Builder{}, 20, "missing.json"); err == nil ||
		!strings.Contains(err.Error(), "missing.json") {
		t.Errorf("error %v", err)
	}
}

func TestMissingBudgetIsReported(t *testing.T) {
	t.Parallel()
	err := run(strings.NewReader(sample), &strings.Builder{}, 20, "")
	if err == nil || !strings.Contains(err.Error(), `"account.login"`) {
		t.Errorf("error %v", err)
	}
	if err := run(strings.NewReader("nothing"), &strings.Builder{}, 20, ""); err == nil ||
		!strings.Contains(err.Error(), "make budgets") {
		t.Errorf("error %v", err)
	}
}

func TestHabitsNameExistingRoutes(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, spec := range functions.Routes() {
		known[spec.ID] = true
	}
	for _, h := range habits.All {
		if id, _, _ := strings.Cut(h.Route, " "); !known[id] {
			t.Errorf("there is no route %s", id)
		}
	}
}

// The page has one sum for 20 people: that of the table of parts, which the table of growth repeats.
func TestThePageHasOneSumForATeam(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/cost.md")
	if err != nil {
		t.Fatal(err)
	}
	sum := regexp.MustCompile(`(?m)^\| \*\*a month\*\* +\| +\| \*\*([0-9.]+)\*\*`).FindSubmatch(page)
	again := regexp.MustCompile(`(?m)^\| US\$ a month \| ([0-9.]+) \|`).FindSubmatch(page)
	if sum == nil || again == nil || string(sum[1]) != string(again[1]) {
		t.Errorf("the sums are %s and %s", sum, again)
	}
}
