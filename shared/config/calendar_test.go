package config_test

import (
	"strings"
	"testing"

	"stint/shared/config"
)

// calendarSettings is an environment with a calendar, changed.
func calendarSettings(changes map[string]string) func(string) string {
	all := map[string]string{"CALENDAR_CLIENT_ID": "stint", "CALENDAR_CLIENT_SECRET": "canary",
		"CALENDAR_KEY": "arn:aws:kms:eu-central-1:111122223333:key/x"}
	for name, value := range changes {
		all[name] = value
	}
	return environment(all)
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	c, err := config.Read(calendarSettings(nil))
	want := config.Calendar{
		ClientID: "stint", ClientSecret: c.Calendar.ClientSecret, EarlierKey: "arn:aws:kms:eu-central-1:111122223333:key/x",
		AuthURL: "https://accounts.google.com/o/oauth2/v2/auth", TokenURL: "https://oauth2.googleapis.com/token",
		RevokeURL: "https://oauth2.googleapis.com/revoke", APIURL: "https://www.googleapis.com/calendar/v3",
	}
	if err != nil || !c.Calendar.Enabled() || c.Calendar.ClientSecret.Plain != "canary" ||
		c.Calendar.ClientID != want.ClientID ||
		c.Calendar.AuthURL != want.AuthURL || c.Calendar.TokenURL != want.TokenURL ||
		c.Calendar.RevokeURL != want.RevokeURL ||
		c.Calendar.APIURL != want.APIURL || c.Calendar.EarlierKey != want.EarlierKey {
		t.Errorf("%+v, %v", c.Calendar, err)
	}
	home, err := config.Read(calendarSettings(map[string]string{
		"STINT_ENV": "local", "CALENDAR_KEY": "", "CALENDAR_API_URL": "http://localhost:9000/v3/"}))
	if err != nil || home.Calendar.APIURL != "http://localhost:9000/v3" {
		t.Errorf("at home: %+v, %v", home.Calendar, err)
	}
	if off, err := config.Read(environment(nil)); err != nil || off.Calendar.Enabled() {
		t.Errorf("without settings: %+v, %v", off.Calendar, err)
	}
}

func TestRefusedCalendars(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value string }{
		{"CALENDAR_CLIENT_ID", ""}, {"CALENDAR_CLIENT_SECRET", ""}, {"CALENDAR_CLIENT_SECRET", "kms:canary!"},
		{"CALENDAR_KEY", "alias/x"},
		{"CALENDAR_AUTH_URL", "http://a.example"}, {"CALENDAR_TOKEN_URL", "a.example"},
		{"CALENDAR_REVOKE_URL", "https://me:canary@a.example"}, {"CALENDAR_API_URL", "https://a.example?x"},
	} {
		_, err := config.Read(calendarSettings(map[string]string{c.name: c.value}))
		if err == nil || !strings.Contains(err.Error(), "setting "+c.name) || strings.Contains(err.Error(), "canary") {
			t.Errorf("%s=%q: %v", c.name, c.value, err)
		}
	}
}
