package billing_test

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	same := func(a *apitest.Answer, want, tag string) {
		t.Helper()
		got, _ := json.Marshal(a.OK())
		if string(got) != want || a.Header.Get("ETag") != tag {
			t.Errorf("%s, ETag %s, want\n%s, ETag %s", got, a.Header.Get("ETag"), want, tag)
		}
	}
	first :=
		`{"currency":"EUR","default_hourly_rate":null,"default_is_billable":true,"members_see_rates":false,"rounding":{"minutes":null,"mode":"none"},"version":1}`
	same(owner.Get(settingsPath), first, `"1"`)
	same(putSettings(owner, nil), first, `"1"`) // says the same
	changed := object{
		"currency": "jpy", "default_hourly_rate": 0, "default_is_billable": false,
		"rounding": object{"mode": "nearest", "minutes": 60}, "members_see_rates": true,
	}
	second :=
		`{"currency":"JPY","default_hourly_rate":0,"default_is_billable":false,"members_see_rates":true,"rounding":{"minutes":60,"mode":"nearest"},"version":2}`
	same(owner.Do("PUT", settingsPath, changed), second, `"2"`)
	same(owner.Get(settingsPath), second, `"2"`)
	third :=
		`{"currency":"EUR","default_hourly_rate":null,"default_is_billable":true,"members_see_rates":false,"rounding":{"minutes":null,"mode":"none"},"version":3}`
	same(putSettings(owner, object{"rounding": object{"mode": "none", "minutes": 1000}}), third, `"3"`)
}

func TestSettingsAreReplacedWhole(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	owner.Do("PUT", settingsPath, object{}).Invalid("currency required", "defaultHourlyRate required",
		"defaultIsBillable required", "rounding required", "membersSeeRates required")
	for name := range settingsBody(nil) {
		body := settingsBody(nil)
		delete(body, name)
		owner.Do("PUT", settingsPath, body).Invalid(name + " required")
	}
	for _, c := range []struct {
		changes object
		want    string
	}{
		{object{"currency": nil}, "currency required"},
		{object{"currency": "XQZ"}, "currency currency_invalid"},
		{object{"defaultHourlyRate": -1}, "defaultHourlyRate min_value"},
		{object{"defaultHourlyRate": 100_000_001}, "defaultHourlyRate max_value"},
		{object{"defaultHourlyRate": 1.5}, "defaultHourlyRate type_invalid"},
		{object{"rounding": object{}}, "rounding.mode required"},
		{object{"rounding": object{"mode": "half"}}, "rounding.mode enum_invalid"},
		{object{"rounding": object{"mode": "up"}}, "rounding.minutes required"},
		{object{"rounding": object{"mode": "up", "minutes": nil}}, "rounding.minutes required"},
		{object{"rounding": object{"mode": "down", "minutes": 0}}, "rounding.minutes min_value"},
		{object{"rounding": object{"mode": "nearest", "minutes": 61}}, "rounding.minutes max_value"},
		{object{"rounding": object{"mode": "none", "minutes": "x"}}, "rounding.minutes type_invalid"},
		{object{"membersSeeRates": "yes"}, "membersSeeRates type_invalid"},
	} {
		putSettings(owner, c.changes).Invalid(c.want)
	}
	putSettings(owner, object{"defaultHourlyRate": 100_000_000, "rounding": object{"mode": "up", "minutes": 1}}).OK()
}

func TestSettingsByRole(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	admin, analyst, member := owner.AddMember("max", "admin"), owner.AddMember("ann", "analyst"),
		owner.AddMember("bob", "user")
	for _, p := range []*apitest.User{owner, admin, analyst} {
		p.Get(settingsPath).OK()
	}
	member.Get(settingsPath).Denied("role_insufficient")
	putSettings(admin, object{"membersSeeRates": true}).OK()
	member.Get(settingsPath).Denied("role_insufficient")
	member.Do("PUT", settingsPath, "{").Denied("role_insufficient")
	analyst.Do("PUT", settingsPath, "{").Denied("analyst_read_only")
}

// Of many who replace the same version, one does.
func TestSettingsRace(t *testing.T) {
	t.Parallel()
	owner := apitest.NewLagging(t).Register("ada")
	var won, lost atomic.Int64
	testkit.Race(t, 8, func(i int) {
		a := owner.With("If-Match", `"1"`).Do("PUT", settingsPath, settingsBody(object{"defaultHourlyRate": i}))
		switch a.Status {
		case http.StatusOK:
			won.Add(1)
		case http.StatusConflict:
			lost.Add(1)
		default:
			t.Errorf("%d\n%s", a.Status, a.Body)
		}
	})
	if won.Load() != 1 || lost.Load() != 7 {
		t.Errorf("%d won and %d lost, want 1 and 7", won.Load(), lost.Load())
	}
	if v := owner.Get(settingsPath).OK()["version"]; v != 2.0 {
		t.Errorf("version %v, want 2", v)
	}
}

func TestReplaceSurvivesFaults(t *testing.T) {
	t.Parallel()
	var owner *apitest.User
	apitest.FaultWalk{
		Prepare: func(api *apitest.Service) func() *apitest.Answer {
			owner = api.Register("ada")
			return func() *apitest.Answer { return putSettings(owner, object{"defaultHourlyRate": 8500}) }
		},
		State: func(*apitest.Service) string { return string(owner.Get(settingsPath).Body) },
		CheckRetry: func(_ *apitest.Service, again *apitest.Answer) {
			if v := again.OK()["version"]; v != 2.0 {
				t.Errorf("version %v, want 2", v)
			}
		},
	}.Run(t)
}
