package main

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/config"
)

func withCalendar(t *testing.T) settings {
	t.Helper()
	s, err := readSettings(map[string]any{"calendarClientId": "stint", "calendarClientSecret": "kms:c2VhbGVk"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCalendarSettings(t *testing.T) {
	t.Parallel()
	withCalendar(t)
	for name, value := range map[string]string{"calendarClientId": "", "calendarClientSecret": "canary"} {
		given := map[string]any{"calendarClientId": "stint", "calendarClientSecret": "kms:c2VhbGVk"}
		given[name] = value
		if _, err := readSettings(given); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%q: %v", name, value, err)
		}
	}
}

// Only one function may use the key that encrypts calendar tokens, and only with a
// user's id as the encryption context.
func TestOnlyTheCalendarOpensItsTokens(t *testing.T) {
	tm := parse(t, synth(t, withCalendar(t)))
	for function, variables := range tm.environments(t) {
		c, err := config.Read(func(name string) string { return deployedValue(variables[name]) })
		if err != nil || !c.Calendar.Enabled() || !strings.HasPrefix(c.Calendar.KMSKey, "arn:") || c.Calendar.ClientSecret.Plain != "" {
			t.Errorf("%s has the settings %+v, %v", function, c.Calendar, err)
		}
	}
	users := 0
	for role, statements := range policies(t, tm) {
		for _, st := range statements {
			if !slices.ContainsFunc(st.resources, func(r string) bool { return strings.HasPrefix(r, "{CalendarKey") }) {
				continue
			}
			users++
			if !strings.HasPrefix(role, "CalendarRole") || len(st.conditions) != 1 || !strings.HasSuffix(st.conditions[0], "kms:EncryptionContextKeys: user") {
				t.Errorf("%s may %v where %v", role, st.actions, st.conditions)
			}
		}
	}
	if users != 1 {
		t.Errorf("%d statements allow the key", users)
	}
	for role, statements := range policies(t, standardTemplate(t)) {
		for _, st := range statements {
			if strings.HasPrefix(st.resources[0], "{CalendarKey") {
				t.Errorf("%s may %v although there is no calendar", role, st.actions)
			}
		}
	}
}
