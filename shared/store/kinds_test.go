package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/secret"
	"stint/shared/store/feeddb"
	"stint/shared/store/internal/core"
	"stint/shared/store/key"
	"stint/shared/store/moneydb"
	"stint/shared/store/peopledb"
	"stint/shared/store/projectdb"
	"stint/shared/store/timedb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// kind is a kind of record. Kinds differ by the form of their keys, or by the type of what is stored.
type kind struct {
	function string    // of package key
	key      table.Key // of some record
	record   reflect.Type
}

func kindOf[T any](function string, k table.Key) kind { return kind{function, k, reflect.TypeFor[T]()} }

// anything is an item of any form.
type anything struct{}

// Parts of the keys of kinds.
const (
	someID     = domain.ID("019a0000-0000-7000-8000-000000000001")
	someEmail  = domain.Email("ada@example.com")
	someMonth  = domain.Month("2026-06")
	someSHA    = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
	someText   = domain.ExternalID("A-1")
	someRecord = "entry#" + string(someID)
)

var someTime = domain.InstantOf(time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC))

// counter is a record that only conditions and updates read.
type counter struct {
	N int64 `db:"n"`
}

// kinds are the kinds of records that the service writes.
var kinds = slices.Concat(accountKinds, workspaceKinds, uniqueKinds(), timeKinds, submissionKinds, feedKinds,
	dataKeyKinds())

var accountKinds = []kind{
	kindOf[people.User]("Profile", key.Profile(someID)),
	kindOf[people.Session]("Session", key.Session(someID, someID)),
	kindOf[peopledb.MembershipPointer]("Membership", key.Membership(someID, someID)),
	kindOf[people.Passkey]("Passkey", key.Passkey(someID, someID)),
	kindOf[people.PasskeyCeremony]("PasskeyCeremony", key.PasskeyCeremony(someSHA)),
	kindOf[audit.AccountEvent]("AccountEvent", key.AccountEvent(someID, someID)),
	kindOf[peopledb.EndedGrant]("EndedGrant", key.EndedGrant(someID, someID)),
	kindOf[people.CalendarConnection]("Calendar", key.Calendar(someID, "external")),
	kindOf[peopledb.APIKeyPointer]("APIKeyPointer", key.APIKeyPointer(someID, someID, someID)),
	kindOf[peopledb.APIKeyPointer]("GrantPointer", key.GrantPointer(someID, someID, someID)),
	kindOf[peopledb.KeyGuard]("GrantGuard", key.GrantGuard(someID)),
	kindOf[peopledb.APIKeyPointer]("FeedPointer", key.FeedPointer(someID, someID, someID)),
	kindOf[peopledb.KeyGuard]("FeedGuard", key.FeedGuard(someID)),
	kindOf[peopledb.OAuthClientPointer]("OAuthClientPointer", key.OAuthClientPointer(someID)),
	kindOf[domain.Replay]("Replay", key.Replay("", someID, someSHA)),
	kindOf[peopledb.EmailGuard]("Email", key.Email(someEmail)),
	kindOf[peopledb.InvitationPointer]("EmailInvitation", key.EmailInvitation(someEmail, someID)),
	kindOf[peopledb.ExternalLoginGuard]("ExternalLogin", key.ExternalLogin("external", "subject")),
	kindOf[people.APIKey]("APIKey", key.APIKey(someSHA)),
	kindOf[people.MailedToken]("Token", key.Token(someSHA)),
	kindOf[people.MailedAct]("Token", key.Token(someSHA)),
	kindOf[people.OAuthState]("OAuthState", key.OAuthState(someSHA)),
	kindOf[people.AuthorizationCode]("AuthorizationCode", key.AuthorizationCode(someSHA)),
	kindOf[people.DeviceAuthorization]("DeviceAuthorization", key.DeviceAuthorization(someSHA)),
	kindOf[people.UserCodePointer]("UserCode", key.UserCode(someSHA)),
	kindOf[people.ClientDocument]("ClientDocument", key.ClientDocument("https://app.example.com/client.json")),
	kindOf[counter]("RateLimit", key.RateLimit("account.login", "ada", 29_694_240)),
	kindOf[people.KnownNetwork]("KnownNetwork", key.KnownNetwork("network")),
	kindOf[core.QueuedWork]("Work", key.Work(someID, someTime)),
	kindOf[DeadLetter]("DeadLetter", key.DeadLetter(someID)),
	kindOf[anything]("Undecodable", key.Undecodable(key.Work(someID, someTime))),
	kindOf[peopledb.InstanceMark]("InstanceMark", key.InstanceMark),
}

var workspaceKinds = []kind{
	kindOf[people.Workspace]("Workspace", key.Workspace(someID)),
	kindOf[CopyMark]("BringBack", key.BringBack(someID)),
	kindOf[people.LogoFile]("Logo", key.Logo(someID)),
	kindOf[people.OAuthClient]("OAuthClient", key.OAuthClient(someID, someID)),
	kindOf[money.Billing]("Billing", key.Billing(someID)),
	kindOf[people.Member]("Member", key.Member(someID, someID)),
	kindOf[projects.Client]("Client", key.Client(someID, someID)),
	kindOf[projects.Project]("Project", key.Project(someID, someID)),
	kindOf[core.GuardHolder]("PublicProject", key.PublicProject(someID, someID)),
	kindOf[projects.Task]("Task", key.Task(someID, someID)),
	kindOf[projects.Tag]("Tag", key.Tag(someID, someID)),
	kindOf[projects.ProjectMember]("ProjectMember", key.ProjectMember(someID, someID, someID)),
	kindOf[people.Invitation]("Invitation", key.Invitation(someID, someID)),
	kindOf[peopledb.OpenInvitation]("OpenInvitation", key.OpenInvitation(someID, someEmail)),
	kindOf[projectdb.Reservation]("Reservation", key.Reservation(someID, someID)),
	kindOf[timelog.TimerWatch]("TimerWatch", key.TimerWatch(someID)),
	kindOf[projects.BudgetWatch]("BudgetWatch", key.BudgetWatch(someID)),
	kindOf[projects.BudgetTold]("BudgetTold", key.BudgetTold(someID, someID)),
	kindOf[audit.Record]("Audit", key.Audit(someID, someTime, someID)),
	kindOf[money.BillingJob]("Job", key.Job(someID, someID)),
	kindOf[moneydb.RunningJob]("RunningJob", key.RunningJob(someID)),
	kindOf[moneydb.RatePart]("JobRates", key.JobRates(someID, someID, 1)),
	kindOf[reports.SummaryJob]("SummaryJob", key.SummaryJob(someID, someID)),
	kindOf[moneydb.RunningJob]("RunningSummary", key.RunningSummary(someID)),
	kindOf[moneydb.SummaryPart]("SummarySums", key.SummarySums(someID, someID, someID, 1)),
	kindOf[reports.TotalsState]("TotalsState", key.TotalsState(someID)),
	kindOf[reports.ProjectTotal]("ProjectTotal", key.ProjectTotal(someID, someID)),
	kindOf[reports.ProjectMonth]("ProjectMonth", key.ProjectMonth(someID, someID, someMonth)),
	kindOf[reports.UserMonth]("UserMonth", key.UserMonth(someID, someID, someMonth)),
	kindOf[reports.TotalsState]("ReportState", key.ReportState(someID)),
	kindOf[reports.ReportMonth]("ReportMonth", key.ReportMonth(someID, someID, someMonth)),
	kindOf[reports.YearSums]("YearSums", key.YearSums(someID, reports.OfProject, someID, "2026")),
	kindOf[reports.YearSums]("YearSums", key.YearSums(someID, reports.OfUser, someID, "2026")),
}

// uniqueKinds are the guards of names and of external ids.
func uniqueKinds() (all []kind) {
	for _, of := range []string{"client", "project", "task", "tag"} {
		all = append(all, kindOf[core.GuardHolder]("Name", key.Name(someID, of, someID, "name")),
			kindOf[core.GuardHolder]("ExternalID", key.ExternalID(someID, of, someText)))
	}
	return append(all, kindOf[core.GuardHolder]("EntryExternalID", key.EntryExternalID(someID, someID, someText)))
}

var timeKinds = []kind{
	kindOf[timelog.Entry]("Entry", key.Entry(someID, someID, someID)),
	kindOf[timelog.Entry]("Timer", key.Timer(someID, someID)),
	kindOf[peopledb.BlockedTimer]("Timer", key.Timer(someID, someID)),
	kindOf[core.OverlapGuard]("OverlapGuard", key.OverlapGuard(someID, someID)),
	kindOf[timedb.LongTimer]("LongTimer", key.LongTimer(someID, someID)),
	kindOf[peopledb.KeyGuard]("KeyGuard", key.KeyGuard(someID, someID)),
	kindOf[domain.Replay]("Replay", key.Replay(someID, someID, someSHA)),
	kindOf[timesheetdb.SubmissionPointer]("SubmissionPointer",
		key.SubmissionPointer(someID, someID, "2026-06-01", someID)),
}

var submissionKinds = []kind{
	kindOf[timesheets.Submission]("Submission", key.Submission(someID, someID)),
	kindOf[timesheetdb.RoundLines]("Lines", key.Lines(someID, someID, 1)),
	kindOf[timesheets.SubmissionEvent]("Event", key.Event(someID, someID, 1)),
	kindOf[timesheets.ClientLink]("ClientLink", key.ClientLink(someID, someID, someID)),
	kindOf[timesheetdb.ContentPart]("Content", key.Content(someID, someID, someID, 1)),
}

var feedKinds = []kind{
	kindOf[feed.Webhook]("Webhook", key.Webhook(someID, someID)),
	kindOf[feeddb.DeletedWebhook]("DeletedWebhook", key.DeletedWebhook(someID, someID)),
	kindOf[feed.Delivery]("Delivery", key.Delivery(someID, someID, someID)),
	kindOf[feeddb.WebhookSeen]("Seen", key.Seen(someID, someID, someRecord)),
}

func dataKeyKinds() (all []kind) {
	for _, p := range secret.Purposes() {
		all = append(all, kindOf[sealedKey]("DataKey", key.DataKey(p)))
	}
	return all
}

// notRecords are functions of package key whose keys no record has: positions in lists, any item of a workspace, and
// the item that a starting function reads and that does not exist.
var notRecords = []string{"EntryPosition", "AuditEvent", "WorkspaceItem", "WarmUpItem"}

// shapes replace what differs among the keys of a kind.
var shapes = []struct {
	pattern *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`[0-9a-f]{64}`), "<sha>"},
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "<id>"},
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`), "<time>"},
	{regexp.MustCompile(`\d{4}-\d\d(-\d\d)?`), "<day>"},
	{regexp.MustCompile(`#\d+`), "#<number>"},
	{regexp.MustCompile(`[^#\s]+@[^#\s]+`), "<address>"},
	{regexp.MustCompile(`^RL#(network|[a-z._]+)#`), "RL#$1#"},
	{regexp.MustCompile(` (N#[a-z]+)#(-|<id>)#`), " $1#<parent>#"},
	{regexp.MustCompile(`(#V) [a-z_]+#.*`), "$1 <record>"},
}

// shapeOf is what the keys of a kind have in common.
func shapeOf(k table.Key) string {
	shape := k.PK + " " + k.SK
	for _, s := range shapes {
		shape = s.pattern.ReplaceAllString(shape, s.by)
	}
	if strings.HasPrefix(shape, "RL#") && !strings.HasPrefix(shape, "RL#network#") {
		return "RL"
	}
	return shape
}

// Every key that package key makes is of a kind, and so is every type of records.
func TestEveryKeyIsOfAKind(t *testing.T) {
	t.Parallel()
	for _, name := range append(keyFunctions(t), "WarmUpItem", "InstanceMark") {
		isKind := slices.ContainsFunc(kinds, func(k kind) bool { return k.function == name })
		if isKind == slices.Contains(notRecords, name) {
			t.Errorf("key.%s must be in kinds or in notRecords", name)
		}
	}
	others := []reflect.Type{deletionMark, reflect.TypeFor[feeddb.DueWebhook]()} // of several kinds; a webhook in an index
	for _, record := range recordTypes {
		isKind := slices.ContainsFunc(kinds, func(k kind) bool { return k.record == record })
		if !isKind && !slices.Contains(others, record) {
			t.Errorf("no kind has a %s", record)
		}
	}
	functions := map[string]string{}
	for _, k := range kinds {
		shape := shapeOf(k.key)
		if other, taken := functions[shape]; taken && other != k.function {
			t.Errorf("key.%s and key.%s make keys of one form, %s", k.function, other, shape)
		}
		functions[shape] = k.function
	}
}

// deletionMark is the type of the marks that records leave under their keys.
var deletionMark = reflect.TypeFor[domain.DeletionMark]()

// keyFunctions are the exported functions of package key that make a key.
func keyFunctions(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("key/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of package key: %v", err)
	}
	for _, name := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && makesKey(f.Type) {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

func makesKey(f *ast.FuncType) bool {
	if f.Results == nil || len(f.Results.List) != 1 {
		return false
	}
	s, ok := f.Results.List[0].Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Key"
}
