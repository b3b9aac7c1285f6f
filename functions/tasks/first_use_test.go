package tasks_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/domain/timelog"
	"stint/shared/store"
	"stint/shared/store/timedb"
)

// trackTime tracks time to a task, straight through the store.
func trackTime(api *apitest.Service, p *apitest.User, task string) error {
	now := domain.InstantOf(api.Clock.Now())
	timer := timelog.Entry{ID: domain.NewID(), UserID: domain.NewID(), TaskID: domain.ID(task), StartedAt: now,
		CreatedAt: now, UpdatedAt: now, Version: 1}
	return api.Deps.Store.StartTimer(context.Background(), domain.ID(p.WorkspaceID), nil, timedb.EntryWrite{
		Changes: []timelog.EntryChange{{After: &timer}}, FirstUses: store.FirstUses{Tasks: []domain.ID{domain.ID(task)}},
	})
}

func TestUsedTaskCannotBeDeleted(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	id := owner.Post(createProject(owner, object{"name": "Site"})+"/tasks", object{"name": "Used"}).ID()
	if err := trackTime(api, owner, id); err != nil {
		t.Fatal(err)
	}
	owner.Delete("/api/tasks/"+id).Problem(409, "conflict")
	owner.Post("/api/tasks/"+id+"/archive", nil).OK()
	owner.Delete("/api/tasks/"+id).Problem(409, "conflict") // a change does not wash it clean
}

func TestDeleteTaskRacesFirstUse(t *testing.T) {
	t.Parallel()
	api := apitest.NewLagging(t)
	owner := api.Register("ada")
	site := createProject(owner, object{"name": "Site"})
	for n := range 8 {
		id := owner.Post(site+"/tasks", object{"name": fmt.Sprint("Racing ", n)}).ID()
		var used, deleted atomic.Bool
		testkit.Race(t, 2, func(i int) {
			if i == 0 {
				used.Store(trackTime(api, owner, id) == nil)
			} else {
				deleted.Store(owner.Delete("/api/tasks/"+id).Status == http.StatusOK)
			}
		})
		if used.Load() == deleted.Load() {
			t.Fatalf("used %t, deleted %t", used.Load(), deleted.Load())
		}
	}
}

func TestArchiveIsIdempotent(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	site := createProject(owner, object{"name": "Site"})
	path := "/api/tasks/" + owner.Post(site+"/tasks", object{"name": "Done"}).ID()
	for range 2 {
		archived := owner.Post(path+"/archive", nil)
		if got := archived.OK(); got["is_archived"] != true || got["version"] != 2.0 || archived.Header.Get("ETag") != `"2"` {
			t.Errorf("archived %v", got)
		}
	}
	raced := "/api/tasks/" + owner.Post(site+"/tasks", object{"name": "Raced"}).ID()
	testkit.Race(t, 6, func(int) {
		if answer := owner.Post(raced+"/archive", nil); answer.Status != http.StatusOK ||
			!strings.Contains(string(answer.Body), `"version":2`) {
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
}

// Of many changes that name the same version, one is made.
func TestOneChangeOfAVersionWins(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	path := "/api/tasks/" + owner.Post(createProject(owner, object{"name": "Site"})+"/tasks",
		object{"name": "Contested"}).ID()
	var won atomic.Int64
	testkit.Race(t, 8, func(i int) {
		answer := owner.With("If-Match", `"1"`).Patch(path,
			object{"name": []string{"Same", "Same", fmt.Sprint("Name ", i)}[i%3], "isArchived": i%2 == 0})
		switch answer.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusConflict:
		default:
			t.Errorf("%d\n%s", answer.Status, answer.Body)
		}
	})
	if got := owner.Get(path).OK()["version"]; won.Load() != 1 || got != 2.0 {
		t.Errorf("%d changes won, version %v", won.Load(), got)
	}
}

func TestTaskWritesSurviveFaults(t *testing.T) {
	t.Parallel()
	apitest.CheckRecordWrites(t, apitest.RecordWrites{
		In:   func(owner *apitest.User) string { return createProject(owner, object{"name": "Site"}) },
		Path: "/tasks", Old: object{"name": "Old"}, New: object{"name": "New"},
		Changes: map[string]apitest.RecordSend{
			"rename": func(owner *apitest.User, path string) *apitest.Answer {
				return owner.Patch(path, object{"name": "Renamed"})
			},
			"archive": func(owner *apitest.User, path string) *apitest.Answer { return owner.Post(path+"/archive", nil) },
		},
	})
}
