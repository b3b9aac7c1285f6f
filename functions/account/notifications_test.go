package account_test

import (
	"net/http"
	"reflect"
	"testing"

	"stint/internal/apitest"
)

const notificationsPath = "/api/me/notifications"

func notificationSettings(toApprove, decided, client, timer bool, version float64) object {
	return object{
		"timesheet_to_approve": toApprove, "timesheet_decided": decided, "client_decided": client,
		"timer_running_long": timer, "budget_reached": true, "version": version,
	}
}

func TestNotifications(t *testing.T) {
	api := apitest.New(t)
	owner := api.Register("ada")
	want := func(a *apitest.Answer, want object) {
		t.Helper()
		if got := a.OK(); !reflect.DeepEqual(got, map[string]any(want)) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	}
	all := notificationSettings(true, true, true, true, 1)
	want(owner.Get(notificationsPath), all)
	want(owner.Do(http.MethodPut, notificationsPath, object{}), all)
	set := owner.Do(http.MethodPut, notificationsPath,
		object{"timesheet_decided": false, "timerRunningLong": false, "clientDecided": true})
	some := notificationSettings(true, false, true, false, 2)
	want(set, some)
	if tag := set.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("ETag %s", tag)
	}
	want(owner.Get(notificationsPath), some)
	owner.Patch("/api/me/profile", object{"displayName": "Ada Two"}).OK()
	some["version"] = 3.0
	want(owner.Get(notificationsPath), some)
	stale := owner.With("If-Match", `"2"`).Do("PUT", notificationsPath, object{})
	stale.Problem(409, "conflict")
	want(owner.Do(http.MethodPut, notificationsPath, nil), notificationSettings(true, true, true, true, 4))
	owner.Do(http.MethodPut, notificationsPath, object{"clientDecided": "no"}).Invalid("clientDecided type_invalid")
	owner.Do(http.MethodPut, notificationsPath, object{"clientDecided": false}).OK()
	exported := owner.Get("/api/me/export").OK()["account"].(map[string]any)["notifications"].(map[string]any)
	if exported["client_decided"] != false || exported["timer_running_long"] != true {
		t.Errorf("exported %v", exported)
	}
	api.Register("bob").Get(notificationsPath).OK()
}
