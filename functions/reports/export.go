package reports

import (
	"context"
	"net/http"

	"stint/shared/domain"
	"stint/shared/lambdahttp"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/wire"
)

type exportInput struct {
	period
	Format wire.Optional[format] `query:"format" enum:"csv" doc:"csv when absent."`
}

// format is the form of an export.
type format string

// maxFile bounds a file, in bytes.
const maxFile = 5_000_000

// file is a CSV file to be saved.
type file []byte

// Respond sends the file.
func (f file) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="stint-entries.csv"`)
	_, _ = w.Write(f)
}

// Forms tells that it is CSV.
func (file) Forms() []route.Form { return []route.Form{{Status: http.StatusOK, Media: "text/csv"}} }

// export makes the whole file before anything is sent, so that what is too
// large is refused as a whole.
func (f *Family) export(ctx context.Context, c *route.Call[exportInput]) (file, error) {
	in, issues, err := c.Read()
	if err != nil {
		return nil, err
	}
	entries, err := f.gather(ctx, c.Request, in.period, issues)
	if err != nil {
		return nil, err
	}
	l, err := f.labelsOf(ctx, c.Caller, namedBy(entries), true)
	if err != nil {
		return nil, err
	}
	made := sheet{labels: l, zone: c.Workspace.Timezone.Location()}.write(entries)
	if len(made) > maxFile || !lambdahttp.Fits(made) {
		return nil, tooLong
	}
	return made, nil
}

// leastRow is what a row takes at least besides its description, in bytes: the
// id, and the times four times over.
const leastRow = 100

// gather keeps the entries of the period, but no more than a file can hold.
func (f *Family) gather(ctx context.Context, r *route.Request, p period, issues *wire.Issues) (kept []domain.Entry, err error) {
	size := 0
	err = f.each(ctx, r, p, issues, func(e domain.Entry) error {
		if size += leastRow + len(e.Description); size > maxFile {
			return errTooMany
		}
		kept = append(kept, e)
		return nil
	})
	return kept, err
}

// namedBy are the things that entries name.
func namedBy(entries []domain.Entry) (asked store.Asked) {
	people, projects, tasks, tags := set{}, set{}, set{}, set{}
	for _, e := range entries {
		people.add(e.UserID)
		projects.add(e.ProjectID)
		tasks.add(e.TaskID)
		tags.add(e.TagIDs...)
	}
	return store.Asked{People: people.list(), Projects: projects.list(), Tasks: tasks.list(), Tags: tags.list()}
}

// set is a set of ids.
type set map[domain.ID]bool

func (s set) add(ids ...domain.ID) {
	for _, id := range ids {
		if id != "" {
			s[id] = true
		}
	}
}

func (s set) list() []domain.ID {
	all := make([]domain.ID, 0, len(s))
	for id := range s {
		all = append(all, id)
	}
	return all
}
