package store

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/schemas"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/aws/smithy-go/transport/http/protocol/awsjson"

	"stint/internal/testkit/randomitem"
	"stint/shared/domain"
	"stint/shared/domain/audit"
	"stint/shared/domain/feed"
	"stint/shared/domain/money"
	"stint/shared/domain/people"
	"stint/shared/domain/projects"
	"stint/shared/domain/reports"
	"stint/shared/domain/timelog"
	"stint/shared/domain/timesheets"
	"stint/shared/dynamo/itemjson"
	"stint/shared/store/feeddb"
	"stint/shared/store/internal/core"
	"stint/shared/store/moneydb"
	"stint/shared/store/peopledb"
	"stint/shared/store/projectdb"
	"stint/shared/store/timedb"
	"stint/shared/store/timesheetdb"
	"stint/shared/table"
)

// allKinds has fields of the types that no record has, but may.
type allKinds struct {
	record
	Counts   []int64            `db:"counts"`
	Blobs    [][]byte           `db:"blobs"`
	Pointers []*domain.ID       `db:"pointers"`
	Deep     **domain.Instant   `db:"deep"`
	Small    int8               `db:"small"`
	Unsigned uint16             `db:"unsigned"`
	Float    float32            `db:"float"`
	Ratio    *float64           `db:"ratio"`
	Any      any                `db:"any"`
	Pair     [2]any             `db:"pair"`
	Three    [3]int             `db:"three"`
	Times    []domain.Instant   `db:"times"`
	Stamps   map[string]*record `db:"stamps"`
	Untagged string
	Ignored  string `db:"-"`
}

type record struct {
	Name string        `db:"name"`
	At   timelog.Stamp `db:"at"`
	More []*allOfThose `db:"more"`
}

type allOfThose struct {
	Bytes feed.SealedSecret `db:"bytes"`
	Text  domain.Text       `db:"text"`
}

// recordTypes are the types of all records that the table holds.
var recordTypes = []reflect.Type{
	reflect.TypeFor[people.APIKey](), reflect.TypeFor[audit.Record](), reflect.TypeFor[money.Billing](),
	reflect.TypeFor[money.BillingJob](), reflect.TypeFor[people.CalendarConnection](), reflect.TypeFor[projects.Client](),
	reflect.TypeFor[timesheets.ClientLink](), reflect.TypeFor[domain.DeletionMark](), reflect.TypeFor[feed.Delivery](),
	reflect.TypeFor[timelog.Entry](), reflect.TypeFor[people.Invitation](), reflect.TypeFor[people.KnownNetwork](),
	reflect.TypeFor[people.MailedToken](), reflect.TypeFor[people.Member](), reflect.TypeFor[people.OAuthState](),
	reflect.TypeFor[projects.Project](), reflect.TypeFor[projects.ProjectMember](),
	reflect.TypeFor[reports.ProjectMonth](), reflect.TypeFor[reports.ReportMonth](), reflect.TypeFor[reports.YearSums](),
	reflect.TypeFor[reports.ProjectTotal](), reflect.TypeFor[domain.Replay](), reflect.TypeFor[people.Session](),
	reflect.TypeFor[timesheets.Submission](), reflect.TypeFor[timesheets.SubmissionEvent](),
	reflect.TypeFor[projects.Tag](), reflect.TypeFor[projects.Task](), reflect.TypeFor[reports.TotalsState](),
	reflect.TypeFor[people.User](), reflect.TypeFor[reports.UserMonth](), reflect.TypeFor[feed.Webhook](),
	reflect.TypeFor[people.Workspace](), reflect.TypeFor[people.LogoFile](), reflect.TypeFor[peopledb.APIKeyPointer](),
	reflect.TypeFor[peopledb.BlockedTimer](), reflect.TypeFor[timesheetdb.ContentPart](), reflect.TypeFor[CopyMark](),
	reflect.TypeFor[DeadLetter](), reflect.TypeFor[peopledb.EmailGuard](), reflect.TypeFor[peopledb.EndedGrant](),
	reflect.TypeFor[audit.AccountEvent](), reflect.TypeFor[people.Passkey](), reflect.TypeFor[people.PasskeyCeremony](),

	reflect.TypeFor[peopledb.ExternalLoginGuard](), reflect.TypeFor[core.GuardHolder](),
	reflect.TypeFor[peopledb.InstanceMark](), reflect.TypeFor[peopledb.InvitationPointer](),
	reflect.TypeFor[peopledb.KeyGuard](), reflect.TypeFor[peopledb.MembershipPointer](),
	reflect.TypeFor[peopledb.OpenInvitation](), reflect.TypeFor[core.OverlapGuard](), reflect.TypeFor[core.QueuedWork](),
	reflect.TypeFor[moneydb.RatePart](), reflect.TypeFor[projectdb.Reservation](),
	reflect.TypeFor[timesheetdb.RoundLines](), reflect.TypeFor[moneydb.RunningJob](), reflect.TypeFor[timedb.LongTimer](),
	reflect.TypeFor[timelog.TimerWatch](), reflect.TypeFor[sealedKey](), reflect.TypeFor[timesheetdb.SubmissionPointer](),
	reflect.TypeFor[feeddb.WebhookSeen](), reflect.TypeFor[feeddb.DeletedWebhook](), reflect.TypeFor[feeddb.DueWebhook](),
	reflect.TypeFor[people.OAuthClient](), reflect.TypeFor[peopledb.OAuthClientPointer](),
	reflect.TypeFor[people.AuthorizationCode](), reflect.TypeFor[people.DeviceAuthorization](),
	reflect.TypeFor[people.UserCodePointer](), reflect.TypeFor[people.ClientDocument](),
	reflect.TypeFor[people.MailedAct](), reflect.TypeFor[projects.BudgetWatch](), reflect.TypeFor[projects.BudgetTold](),
	reflect.TypeFor[reports.SummaryJob](), reflect.TypeFor[moneydb.SummaryPart](),
}

// The table writes these attributes itself, so a record that had one of them would lose what it stores there.
func TestRecordsLeaveTheAttributesOfTheTable(t *testing.T) {
	t.Parallel()
	for _, record := range recordTypes {
		for _, own := range []string{"pk", "sk", "by", "gone", "exp"} {
			for i := range record.NumField() {
				if name, _, _ := strings.Cut(record.Field(i).Tag.Get("db"), ","); name == own {
					t.Errorf("%s.%s is stored as %s", record, record.Field(i).Name, own)
				}
			}
		}
	}
}

// readBySDK reads a record as the SDK does.
func readBySDK(item []byte, t reflect.Type) (record any, err error) {
	attributes, err := itemjson.Item(item).Attributes()
	if err != nil {
		return nil, err
	}
	into := reflect.New(t)
	err = attributevalue.UnmarshalMapWithOptions(attributes, into.Interface(), func(o *attributevalue.DecoderOptions) {
		o.TagKey, o.UseEncodingUnmarshalers = "db", true
	})
	return into.Elem().Interface(), err
}

// checkRead reads a record of each type from a random item, and compares it with what the
// SDK reads. It returns how many could be read.
func checkRead(t *testing.T, seed uint64, odd bool) (read int) {
	r := rand.New(rand.NewPCG(seed, 0))
	for _, record := range append(recordTypes, reflect.TypeFor[allKinds]()) {
		item := randomitem.Of(r, record, odd)
		want, wantErr := readBySDK(item, record)
		got := reflect.New(record)
		gotErr := itemjson.Item(item).Decode(got.Interface())
		switch {
		case (gotErr == nil) != (wantErr == nil):
			t.Fatalf("seed %d: %v from %s:\nerror %v\nthe SDK's %v", seed, record, item, gotErr, wantErr)
		case gotErr != nil:
		case !reflect.DeepEqual(got.Elem().Interface(), want):
			t.Fatalf("seed %d: %v from %s:\nread %+v\nthe SDK %+v", seed, record, item, got.Elem(), want)
		default:
			read++
		}
	}
	return read
}

// A record is read as the SDK reads it, also from an item that does not fit it.
func FuzzRecordsAreReadAsByTheSDK(f *testing.F) {
	for seed := range uint64(150) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		checkRead(t, seed, true)
		if read := checkRead(t, seed, false); read != len(recordTypes)+1 {
			t.Errorf("%d of %d records were read", read, len(recordTypes)+1)
		}
	})
}

// Every type with stored fields is a record, or in one, so that the test above covers it.
func TestRecordTypesAreAll(t *testing.T) {
	t.Parallel()
	covered := map[string]bool{}
	for _, record := range recordTypes {
		collectTypes(record, covered)
	}
	stored := 0
	values, err := filepath.Glob("../domain/*.go")
	rules, err2 := filepath.Glob("../domain/*/*.go")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	for _, name := range storedTypes(t, slices.Concat(values, rules, sourceFiles(t))) {
		if stored++; !covered[name] {
			t.Errorf("%s is in no record of recordTypes", name)
		}
	}
	if stored < len(recordTypes) {
		t.Errorf("only %d types are stored", stored)
	}
}

// collectTypes adds the names of a type and of those in it, with their packages.
func collectTypes(t reflect.Type, covered map[string]bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		collectTypes(t.Elem(), covered)
	case reflect.Map:
		collectTypes(t.Key(), covered)
		collectTypes(t.Elem(), covered)
	case reflect.Struct:
		if covered[t.String()] {
			return
		}
		covered[t.String()] = true
		for i := range t.NumField() {
			collectTypes(t.Field(i).Type, covered)
		}
	}
}

// storedTypes are the types of files that have fields with `db` tags, with their packages.
func storedTypes(t *testing.T, files []string) (names []string) {
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && hasStoredField(spec.Type) {
				names = append(names, parsed.Name.Name+"."+spec.Name.Name)
			}
			return true
		})
	}
	return names
}

func hasStoredField(x ast.Expr) bool {
	s, ok := x.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range s.Fields.List {
		if f.Tag != nil && strings.Contains(f.Tag.Value, `db:"`) {
			return true
		}
	}
	return false
}

// What is written of a record is read again: a second writing is the same.
func TestRecordsThatAreWrittenAreRead(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 2))
		for _, record := range recordTypes {
			made := rewritten(t, record, itemjson.Item(randomitem.Of(r, record, false)))
			written := rewritten(t, record, sentItem(t, made)) // made may have an empty set, which is written as NULL
			if got := rewritten(t, record, sentItem(t, written)); !reflect.DeepEqual(got, written) {
				t.Fatalf("seed %d: %v: written %s\nand then %s", seed, record, sentItem(t, written), sentItem(t, got))
			}
		}
	}
}

// rewritten reads a record from an item, and writes it.
func rewritten(t *testing.T, record reflect.Type, it itemjson.Item) table.Item {
	t.Helper()
	into := reflect.New(record)
	if err := it.Decode(into.Interface()); err != nil {
		t.Fatalf("%v from %s: %v", record, it, err)
	}
	return table.Encode(table.Key{PK: "P", SK: "S"}, into.Elem().Interface())
}

// sentItem is the JSON in which the SDK sends an item.
func sentItem(t *testing.T, it table.Item) itemjson.Item {
	t.Helper()
	request := smithyhttp.NewStackRequest().(*smithyhttp.Request)
	put := smithy.NewOperationSchema(schemas.PutItem, schemas.PutItemInput, schemas.PutItemOutput)
	err := awsjson.New10(schemas.DynamoDB_20120810).SerializeRequest(t.Context(), put, &dynamodb.PutItemInput{Item: it},
		request)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(request.GetStream())
	if err != nil {
		t.Fatal(err)
	}
	_, items, err := itemjson.Cut(body)
	if err != nil || len(items) != 1 {
		t.Fatalf("%d items, error %v", len(items), err)
	}
	return items[0]
}
