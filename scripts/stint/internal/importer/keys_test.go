package importer_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/internal/testkit"
	"stint/scripts/stint/internal/timefile"
)

// nameless is a row of a file without ids.
func nameless(r timefile.Row, change ...func(*timefile.Row)) timefile.Row {
	r.Key = ""
	for _, c := range change {
		c(&r)
	}
	return r
}

// clocked is an hour on a project, and laid is one without a clock time.
func clocked(text, start string, change ...func(*timefile.Row)) timefile.Row {
	return nameless(work(text, start), change...)
}

func spent(text, day string, hours float64, change ...func(*timefile.Row)) timefile.Row {
	r := nameless(laid(text, day, hours))
	r.Project, r.Billable = "Engine", new(true)
	return nameless(r, change...)
}

// corrections change one property of a row.
var corrections = map[string]func(*timefile.Row){
	"text":     func(r *timefile.Row) { r.Description += " corrected" },
	"project":  func(r *timefile.Row) { r.Project += " 2" },
	"task":     func(r *timefile.Row) { r.Task += " 2" },
	"client":   func(r *timefile.Row) { r.Client += " 2" },
	"tags":     func(r *timefile.Row) { r.Tags = append(slices.Clone(r.Tags), "new") },
	"duration": func(r *timefile.Row) { r.Duration += 17 * time.Minute },
	"rate":     func(r *timefile.Row) { r.HourlyRate = new(int64(4321)) },
	"billable": func(r *timefile.Row) { r.Billable = new(!*r.Billable) },
	"person":   func(r *timefile.Row) { r.Person.Name = "Ada Lovelace" },
	"start": func(r *timefile.Row) {
		if !r.Start.IsZero() {
			r.Start = r.Start.Add(3 * time.Minute)
		}
	},
	"text and project": func(r *timefile.Row) { r.Description, r.Project = "new", "Other" },
}

// A row that was corrected in the source changes its entry, in a file without ids, too.
func TestCorrectedRows(t *testing.T) {
	t.Parallel()
	for name, correct := range corrections {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			x.options.People = map[string]string{"Ada Lovelace": x.owner.Email}
			rows := varied()
			x.imports(rows...)
			for i := 0; i < len(rows); i += testkit.Size(3, 1) {
				changed := slices.Clone(rows)
				correct(&changed[i])
				_, result := x.imports(changed...)
				if result.Created != 0 || result.Changed > 1 || len(x.list()) != len(rows) {
					t.Errorf("row %d: %+v\n%s", i, result, strings.Join(x.entries(), "\n"))
				}
				if x.matches(changed); t.Failed() {
					return
				}
				x.imports(rows...)
			}
		})
	}
}

// laidFrom is the day of a month from which on the rows of these tests have no clock time.
const laidFrom = 15

// matches compares all entries with the rows of a file; of rows without a clock time their days.
func (x *trial) matches(rows []timefile.Row) {
	x.t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		x.t.Fatal(err)
	}
	projects := map[any]any{}
	for _, p := range x.owner.Get("/api/projects?limit=200").OK()["items"].([]any) {
		projects[p.(object)["id"]] = p.(object)["name"]
	}
	var got, want []string
	show := func(at time.Time, seconds, text, project, billable any) string {
		when := at.In(zone).Format(time.DateTime)
		if at.In(zone).Day() >= laidFrom {
			when = when[:len(time.DateOnly)]
		}
		return fmt.Sprintf("%s %v s, %q on %v, %v", when, seconds, text, project, billable)
	}
	for _, e := range x.list() {
		at, _ := time.Parse(time.RFC3339, e["started_at"].(string))
		got = append(got, show(at, e["duration_seconds"], e["description"], projects[e["project_id"]], e["is_billable"]))
	}
	for _, r := range rows {
		at := r.Start
		if at.IsZero() {
			at = r.Day.Add(12 * time.Hour)
		}
		want = append(want, show(at, r.Duration.Seconds(), r.Description, r.Project, *r.Billable))
	}
	slices.Sort(got)
	slices.Sort(want)
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		x.t.Errorf("the entries are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// varied is a file with rows of both kinds: several with the same start, several on a day.
func varied() []timefile.Row {
	return []timefile.Row{
		clocked("a", "2026-06-01T08:00:00Z"), clocked("a", "2026-06-01T09:00:00Z"), clocked("b", "2026-06-01T09:00:00Z"),
		clocked("b", "2026-06-01T09:00:00Z"), clocked("", "2026-06-02T09:00:00Z"), clocked("", "2026-06-02T10:00:00Z"),
		spent("a", "2026-05-15", 4), spent("b", "2026-05-15", 4), spent("", "2026-05-15", 1), spent("", "2026-05-15", 1),
		spent("", "2026-05-16", 2), spent("c", "2026-05-16", 3),
		spent("d", "2026-05-17", 2, func(r *timefile.Row) { r.Project = "Other" }),
	}
}

// A file that is edited at random is imported after each edit. The entries are then those of its
// rows, in whatever order they come.
func TestEditedFile(t *testing.T) {
	t.Parallel()
	for seed := range uint64(testkit.Size(2, 8)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			x := newTrial(t)
			x.options.People = map[string]string{"Ada Lovelace": x.owner.Email}
			x.options.DeleteMissing = true
			// #nosec G404 -- repeatable
			random := rand.New(rand.NewPCG(seed, 1))
			// bounds the period
			frame := []timefile.Row{clocked("first", "2026-05-04T08:00:00Z"), clocked("last", "2026-06-05T08:00:00Z")}
			body := varied()
			x.imports(append(frame, body...)...)
			for range 12 {
				for range 1 + random.IntN(3) {
					body = edited(random, body)
				}
				rows := append(frame[:2:2], body...)
				plan, result := x.imports(rows...)
				if x.matches(rows); t.Failed() {
					return
				}
				if p := plan.Entries; [3]int{p.New, p.Changed, p.Unchanged} != counts(result) || p.Total != len(rows) ||
					plan.Missing.Entries != result.Deleted {
					t.Errorf("%+v, %+v", plan, result)
				}
				if _, again := x.imports(rows...); again.Unchanged != len(rows) {
					t.Errorf("%+v", again)
				}
			}
		})
	}
}

// edited makes one edit.
func edited(random *rand.Rand, rows []timefile.Row) []timefile.Row {
	rows = slices.Clone(rows)
	i := random.IntN(len(rows))
	switch random.IntN(6) {
	case 0:
		if len(rows) > 8 {
			rows = slices.Delete(rows, i, i+1)
		}
	case 1: // an entry is split
		rows = append(rows, rows[i])
		half := rows[i].Duration / 2 / time.Second * time.Second
		rows[len(rows)-1].Duration = rows[i].Duration - half
		if rows[i].Duration = half; !rows[i].Start.IsZero() {
			rows[len(rows)-1].Start = rows[i].Start.Add(half)
		}
	case 2:
		rows = slices.Insert(rows, i, varied()[random.IntN(len(varied()))])
	case 3:
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	default:
		names := slices.Sorted(maps.Keys(corrections))
		corrections[names[random.IntN(len(names))]](&rows[i])
	}
	return rows
}
