package functions_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit"
	"stint/shared/logo"
	"stint/shared/route"
)

// changeBodies has the i-th of several concurrent bodies for every route that changes
// a record with a version.
var changeBodies = map[string]func(w *world, i int) object{
	"account.preferences": func(_ *world, i int) object {
		return object{"preferredLanguage": []string{"de", "fr", "it", "es", "pl", "nl", "da", "sv", "fi"}[i]}
	},
	"account.replace_notifications": func(_ *world, i int) object {
		on := func(bit int) bool { return (i+2)&bit == 0 }
		return object{"timesheetToApprove": on(1), "timesheetDecided": on(2), "clientDecided": on(4)}
	},
	"account.profile":   changeOf("displayName"),
	"workspaces.change": changeOf("name"),
	"billing.replace_settings": func(_ *world, i int) object {
		return object{
			"currency": "EUR", "defaultHourlyRate": 1000 + i, "defaultIsBillable": true, "membersSeeRates": false,
			"rounding": object{"mode": "up", "minutes": 5},
		}
	},
	"members.change":           func(_ *world, i int) object { return object{"hourlyRate": 1000 + i} },
	"projects.change":          changeOf("name"),
	"projects.members.change":  func(_ *world, i int) object { return object{"hourlyRate": 1000 + i} },
	"projects.members.manager": func(_ *world, i int) object { return object{"isManager": i == 0} },
	"clients.change":           changeOf("name"),
	"tags.change":              changeOf("name"),
	"tasks.change":             changeOf("name"),
	"entries.edit":             changeOf("description"),
	"timers.edit":              changeOf("description"),
	"webhooks.change":          changeOf("description"),
	"oauth_clients.change":     changeOf("name"),
}

func changeOf(property string) func(*world, int) object {
	return func(_ *world, i int) object { return object{property: fmt.Sprint("changed ", i)} }
}

func changesRecord(spec route.Spec) bool {
	return (spec.Method == "PATCH" || spec.Method == "PUT") && spec.Op.Versioned()
}

// When several requests change the same version of a record at the same time, one
// succeeds and the others get a conflict, so that no change is lost.
func TestOneParallelChangeWins(t *testing.T) {
	w := newWorld(t)
	eachRoute(t, changesRecord, func(t *testing.T, spec route.Spec) {
		change := w.changeTo(t, spec)
		version := change(-1, "*").OK()["version"].(float64)
		var won atomic.Int64
		testkit.Race(t, 6, func(i int) {
			switch answer := change(i, fmt.Sprintf(`"%.0f"`, version)); answer.Status {
			case http.StatusOK:
				won.Add(1)
			case http.StatusConflict:
			default:
				t.Errorf("%d\n%s", answer.Status, answer.Body)
			}
		})
		if won.Load() != 1 {
			t.Errorf("%d of 6 changes to one version won", won.Load())
		}
		change(7, fmt.Sprintf(`"%.0f"`, version)).Problem(409, "conflict")
		if next := change(7, fmt.Sprintf(`"%.0f"`, version+1)); next.Status != http.StatusOK {
			t.Errorf("the version after the race is not %.0f: %d\n%s", version+1, next.Status, next.Body)
		}
	})
}

// numberedLogo is a logo that differs from those with other numbers.
func numberedLogo(n int) string {
	return strings.Replace(apitest.LogoSVG, "<rect", fmt.Sprintf("<title>%d</title><rect", n), 1)
}

// changeTo returns a function that changes the record of a route.
func (w *world) changeTo(t *testing.T, spec route.Spec) func(i int, version string) *apitest.Answer {
	t.Helper()
	id := strings.TrimSuffix(spec.ID, route.TwinSuffix)
	body, known := changeBodies[id]
	if isLogo := id == "workspaces.logo.replace"; !known && !isLogo {
		t.Fatalf("route %s: no body for it: add one to changeBodies", spec.ID)
	}
	path := w.pathOf(t, spec, func(segment, own string) string {
		if segment == "members" && spec.ID == "members.change" {
			return w.analyst.ID // the role of the owner cannot be changed
		}
		return own
	})
	return func(i int, version string) *apitest.Answer {
		r := apitest.Request{Method: spec.Method, Path: path, Bearer: w.bearerFor(spec),
			Header: map[string]string{"If-Match": version}}
		if known {
			r.Body = body(w, i+1)
		} else {
			r.Body, r.Header["Content-Type"] = numberedLogo(i+1), logo.SVG
		}
		return w.Send(r)
	}
}
