package tracking_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/auth"
	"stint/shared/domain"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/problem"
	"stint/shared/route"
	"stint/shared/store"
	"stint/shared/store/timedb"
	"stint/shared/tracking"
	"stint/shared/wire"
)

// at is a moment some minutes from the clock of the tests.
func at(minutes int) domain.Instant {
	return domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)).Plus(time.Duration(minutes) * time.Minute)
}

// span is an entry of ada's without references.
func span(id domain.ID, from, to int) timelog.Entry {
	stop := at(to)
	return timelog.Entry{ID: id, UserID: "ada", StartedAt: at(from), StoppedAt: &stop, Currency: "EUR",
		RateSource: timelog.RateNone, Version: 1}
}

// fakeStore is a store in memory that counts its reads.
type fakeStore struct {
	records          store.Records
	inOtherWorkspace []domain.ID // ids that another workspace of the caller knows
	reads            int
	refs             store.Refs // all that were read
	stored           []timelog.Entry
	guardFails       int                 // how many writes another write is faster than
	onWrite          func(try int)       // called before each write
	written          []timedb.EntryWrite // every try
}

func (f *fakeStore) Records(_ context.Context, _ domain.ID, refs store.Refs) (store.Records, error) {
	f.reads++
	f.refs = f.refs.Merge(refs)
	return f.records, nil
}

func (f *fakeStore) InOtherWorkspace(_ context.Context, _, _ domain.ID, unknown store.UnknownRefs) (bool, error) {
	ids := slices.Concat(unknown.Projects, unknown.Tasks, unknown.Tags)
	return slices.ContainsFunc(ids, func(id domain.ID) bool { return slices.Contains(f.inOtherWorkspace, id) }), nil
}

func (f *fakeStore) EntriesInWindows(context.Context, domain.ID, []timelog.Window) ([]timelog.Entry, error) {
	return f.stored, nil
}

func (f *fakeStore) WriteEntry(_ context.Context, _ domain.ID, x timedb.EntryWrite) error {
	f.written = append(f.written, x)
	if f.onWrite != nil {
		f.onWrite(len(f.written))
	}
	if len(f.written) <= f.guardFails {
		return timedb.ErrOverlapGuard
	}
	return nil
}

var errUnexpected = errors.New("an unexpected write")

func (f *fakeStore) DeleteEntry(context.Context, domain.ID, timelog.Entry) error {
	return errUnexpected
}

func (f *fakeStore) DiscardTimer(context.Context, domain.ID, timelog.Entry) error {
	return errUnexpected
}

func (f *fakeStore) AbandonRound(context.Context, domain.ID, timesheets.Submission) error {
	return errUnexpected
}

// newStore is a store with the records that the tests refer to. The project
// "closed" is archived, "private" is visible to its members alone, and ada is a
// member of "web" only.
func newStore() *fakeStore {
	return &fakeStore{records: store.Records{
		Projects: map[domain.ID]projects.Project{
			"web":     {ID: "web", Visibility: domain.Public, IsBillable: true, Used: true, HourlyRate: new(int64(9000))},
			"public":  {ID: "public", Visibility: domain.Public},
			"closed":  {ID: "closed", Visibility: domain.Public, IsArchived: true, Used: true},
			"private": {ID: "private", Visibility: domain.Private, Used: true},
		},
		Tasks: map[domain.ID]projects.Task{
			"draw": {ID: "draw", ProjectID: "web"}, "old": {ID: "old", ProjectID: "web", IsArchived: true, Used: true},
			"hidden": {ID: "hidden", ProjectID: "private"},
		},
		Tags: map[domain.ID]projects.Tag{"new": {ID: "new"}, "used": {ID: "used", Used: true}},
		ProjectMembers: map[domain.ProjectMemberKey]projects.ProjectMember{
			{Project: "web", User: "ada"}: {ProjectID: "web", UserID: "ada"}},
		Members: map[domain.ID]people.Member{
			"bob": {UserID: "bob", Role: people.RoleUser, State: people.MemberActive, HourlyRate: new(int64(5000))},
			"eve": {UserID: "eve", Role: people.RoleUser, State: people.MemberLeft},
		},
	}}
}

// requestOf is a request of ada, in a workspace that forbids overlaps.
func requestOf(role people.Role) *route.Request {
	return &route.Request{Now: at(0), Caller: auth.Caller{
		User:      people.User{ID: "ada"},
		Workspace: &people.Workspace{ID: "here", OwnerID: "owner"},
		Member:    &people.Member{UserID: "ada", Role: role, State: people.MemberActive},
		Billing:   &money.Billing{Currency: "EUR", DefaultHourlyRate: new(int64(7000)), DefaultIsBillable: true},
	}}
}

// edit is a body that sets one thing after the other.
func edit(set ...func(*tracking.EditBody)) (b tracking.EditBody) {
	for _, s := range set {
		s(&b)
	}
	return b
}

func clearable[T any](v T) wire.Clearable[T] { return wire.Clearable[T]{Value: &v, Set: true} }

func project(id domain.ID) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) { b.ProjectID = clearable(id) }
}

func noProject(b *tracking.EditBody) { b.ProjectID = wire.Clearable[domain.ID]{Set: true} }

func task(id domain.ID) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) { b.TaskID = clearable(id) }
}

func tags(ids ...domain.ID) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) { b.TagIDs = clearable(ids) }
}

func rate(r int64) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) { b.HourlyRate = clearable(r) }
}

func noRate(b *tracking.EditBody) { b.HourlyRate = wire.Clearable[int64]{Set: true} }

func start(minute int) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) {
		b.StartedAt = wire.Change[domain.Instant]{Value: at(minute), Set: true}
	}
}

func stop(minute int) func(*tracking.EditBody) {
	return func(b *tracking.EditBody) {
		b.StoppedAt = wire.Change[domain.Instant]{Value: at(minute), Set: true}
	}
}

// outcome is an error in short: its code and detail, or the fields of a validation
// problem.
func outcome(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var p *problem.Error
	if !errors.As(err, &p) {
		t.Fatal(err)
	}
	if len(p.Fields) == 0 {
		return strings.TrimSpace(string(p.Code) + " " + string(p.Detail))
	}
	var fields []string
	for _, f := range p.Fields {
		fields = append(fields, f.Field+" "+string(f.Code))
	}
	slices.Sort(fields)
	return strings.Join(fields, ", ")
}

// rowOf is a row that changes an entry, or makes one for before nil.
func rowOf(id domain.ID, before *timelog.Entry, body tracking.EditBody) tracking.Row {
	return tracking.Row{ID: id, Body: body, EntryChange: timelog.EntryChange{Before: before}}
}
