package dynamo_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/shared/dynamo"
)

// fakeEngine plays an engine that has one table at most, by describing it in
// the words of the request that made it.
type fakeEngine struct {
	unknown     string              // operations with this in their name are not known
	edit        func(string) string // changes the description, nil for not at all
	ttl         string              // answer to DescribeTimeToLive
	updateError string              // message of the error of UpdateTimeToLive; "" refuses none

	table string // body of CreateTable
}

func (f *fakeEngine) client(t *testing.T) *dynamodb.Client {
	t.Helper()
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	client, err := dynamo.NewClient(t.Context(), dynamo.Options{Endpoint: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// ServeHTTP answers one call; EnsureTable makes them one after the other.
func (f *fakeEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, op, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	status, answer := f.answer(op, string(body))
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, answer)
}

func (f *fakeEngine) answer(op, body string) (status int, answer string) {
	switch {
	case f.unknown != "" && strings.Contains(op, f.unknown):
		return http.StatusBadRequest, `{"__type":"x#UnknownOperationException","message":"no such operation"}`
	case op == "DescribeTable" && f.table == "":
		return http.StatusBadRequest, `{"__type":"x#ResourceNotFoundException","message":"no such table"}`
	case op == "DescribeTable":
		description := strings.ReplaceAll(f.table, `"IndexName"`, `"IndexStatus":"ACTIVE","IndexName"`)
		if f.edit != nil {
			description = f.edit(description)
		}
		return http.StatusOK, `{"Table":{"TableStatus":"ACTIVE",` + strings.TrimPrefix(description, "{") + `}`
	case op == "CreateTable":
		f.table = body
		return http.StatusOK, `{}`
	case op == "DescribeTimeToLive":
		return http.StatusOK, `{"TimeToLiveDescription":{` + f.ttl + `}}`
	case op == "UpdateTimeToLive" && f.updateError != "":
		return http.StatusBadRequest, `{"__type":"com.amazon.coral.validate#ValidationException","message":"` +
			f.updateError + `"}`
	}
	return http.StatusOK, `{}`
}

func replace(from, to string) func(string) string {
	return func(s string) string { return strings.Replace(s, from, to, 1) }
}

func TestEnsureTableRefusesAnUnsupportedEngine(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		engine fakeEngine
		want   string
	}{
		"no time to live":      {fakeEngine{unknown: "TimeToLive"}, "time-to-live"},
		"no setting of it":     {fakeEngine{unknown: "UpdateTimeToLive"}, "time-to-live"},
		"no such table call":   {fakeEngine{unknown: "CreateTable"}, "local secondary indexes"},
		"local index left out": {fakeEngine{edit: replace("LocalSecondaryIndexes", "Ignored")}, "local secondary indexes"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := dynamo.EnsureTable(t.Context(), c.engine.client(t), "some-table")
			var unfit *dynamo.UnsupportedEngineError
			if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want one line on %s", err, c.want)
			}
		})
	}
}

func TestEnsureTableRefusesDifferences(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		engine fakeEngine
		want   string // "" for no error
	}{
		"none":           {fakeEngine{}, ""},
		"ttl on already": {fakeEngine{ttl: `"TimeToLiveStatus":"ENABLED","AttributeName":"exp"`}, ""},
		"ttl elsewhere": {fakeEngine{ttl: `"TimeToLiveStatus":"ENABLED","AttributeName":"other"`},
			`time to live is on "other"`},
		"ttl on since it was read": {
			fakeEngine{updateError: "TimeToLive is already enabled"}, ""},
		"ttl refused":         {fakeEngine{updateError: "TimeToLive is being modified"}, "being modified"},
		"ttl going":           {fakeEngine{ttl: `"TimeToLiveStatus":"DISABLING","AttributeName":"exp"`}, "switched off"},
		"global index absent": {fakeEngine{edit: replace(`"by_ws"`, `"by_other"`)}, "index by_ws is not there"},
		"keys only":           {fakeEngine{edit: replace(`"ALL"`, `"KEYS_ONLY"`)}, "holds KEYS_ONLY, not ALL"},
		"number key":          {fakeEngine{edit: replace(`"AttributeType":"S"`, `"AttributeType":"N"`)}, `of type "N"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := dynamo.EnsureTable(t.Context(), c.engine.client(t), "some-table")
			if c.want == "" && err != nil {
				t.Errorf("got %v", err)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}
