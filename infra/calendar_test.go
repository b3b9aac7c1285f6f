package main

import (
	"slices"
	"strings"
	"testing"

	"stint/shared/config"
)

func TestCalendarSettings(t *testing.T) {
	t.Parallel()
	settingsFrom(t, map[string]any{"calendarClientId": "stint", "calendarClientSecret": "kms:c2VhbGVk"})
	for name, value := range map[string]string{"calendarClientId": "", "calendarClientSecret": "canary"} {
		given := map[string]any{"calendarClientId": "stint", "calendarClientSecret": "kms:c2VhbGVk"}
		given[name] = value
		if _, err := readSettings(given); err == nil || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%q: %v", name, value, err)
		}
	}
}

// Only the calendar's function may open what the calendar key of an earlier version
// sealed, and only with a user's id as the encryption context, which may not be absent.
func TestOnlyTheCalendarOpensEarlierTokens(t *testing.T) {
	tm := fullTemplate(t)
	for function, variables := range tm.environments(t) {
		c, err := config.Read(func(name string) string { return deployedValue(variables[name]) })
		if err != nil || !c.Calendar.Enabled() || c.Calendar.ClientSecret.Plain != "" ||
			c.Calendar.EarlierKey != earlierKey {
			t.Errorf("%s has the settings %+v, %v", function, c.Calendar, err)
		}
	}
	users := 0
	for role, statements := range policies(t, tm) {
		for _, st := range statements {
			if !slices.Contains(st.resources, earlierKey) {
				continue
			}
			users++
			want := []string{"ForAllValues:StringEquals kms:EncryptionContextKeys: user",
				"Null kms:EncryptionContextKeys: false"}
			if !strings.HasPrefix(role, "CalendarRole") || !slices.Equal(st.actions, []string{"kms:Decrypt"}) ||
				!slices.Equal(st.conditions, want) {
				t.Errorf("%s may %v where %v", role, st.actions, st.conditions)
			}
		}
	}
	if users != 1 {
		t.Errorf("%d statements allow the key", users)
	}
}

func TestEarlierCalendarKeyIsChecked(t *testing.T) {
	t.Parallel()
	if _, err := readSettings(map[string]any{"earlierCalendarKey": "alias/x"}); err == nil {
		t.Error("an alias is taken")
	}
}
