package main

import (
	"strings"
	"testing"
)

func TestSettingsAreReadFromTextAndJSON(t *testing.T) {
	t.Parallel()
	s, err := readSettings(map[string]any{
		"stage": "beta", "maxBodyBytes": 20000.0, "throttleRate": "50", "throttleBurst": "75",
		"origins": "https://a.example.com, http://localhost:3000", "appBaseUrl": "https://app.example.com/",
		"@aws-cdk/core:newStyleStackSynthesis": true, "aws:cdk:version-reporting": false,
	})
	if err != nil {
		t.Fatal(err)
	}
	if s.Stage != "beta" || s.keyEnv() != "test" || s.MaxBody != 20000 || s.Throttle.PerSecond != 50 ||
		s.Throttle.Burst != 75 {
		t.Errorf("settings %+v", s)
	}
	if len(s.Origins) != 2 || s.Origins[1] != "http://localhost:3000" || s.AppBaseURL != "https://app.example.com" {
		t.Errorf("addresses %q %q", s.Origins, s.AppBaseURL)
	}
}

func TestDefaultSettings(t *testing.T) {
	t.Parallel()
	s := defaultSettings(t)
	if s.Stage != "live" || s.keyEnv() != "live" || s.MaxBody != 262144 || s.Throttle.PerSecond != 1000 ||
		s.Throttle.Burst != 2000 || len(s.Origins) != 0 {
		t.Errorf("settings %+v", s)
	}
}

func TestWrongSettingsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		value any
	}{
		{"stage", "Live"}, {"stage", "a-b"}, {"stage", 7.0},
		{"maxBodyBytes", 0.0}, {"maxBodyBytes", "5000000"}, {"maxBodyBytes", 1.5}, {"maxBodyBytes", "256K"},
		{"maxBodyBytes", true},
		{"freshFor", "59"}, {"freshFor", 86_401.0}, {"freshFor", "1h"},
		{"throttleRate", "-1"}, {"throttleBurst", "0"},
		{"origins", "https://a.example.com/app"}, {"origins", "http://a.example.com"}, {"origins", "*"}, {"origins", "null"},
		{"domain", "api.example.com"}, {"certificate", "arn:aws:acm:x"}, {"appBaseUrl", "http://app.example.com"},
		{"oidcIssuer", "https://id.example.com"}, {"oidcClientSecret", "in the clear"},
		{"mailFrom", "nobody"}, {"alarmMail", "nobody"}, {"logDays", 31.0}, {"logDays", "0"}, {"tracing", "yes"},
		{"accessLogs", 1.0},
		{"waf", "1"}, {"metrics", ""}, {"maxBody", "1000"},
	} {
		_, err := readSettings(map[string]any{c.name: c.value})
		if err == nil || !strings.Contains(err.Error(), "setting "+c.name+" ") && c.name != "certificate" {
			t.Errorf("%s=%v: error %v", c.name, c.value, err)
		}
	}
}

func TestAllWrongSettingsAreReportedTogether(t *testing.T) {
	t.Parallel()
	_, err := readSettings(map[string]any{"stage": "LIVE", "throttleRate": "x", "colour": "red"})
	if err == nil || strings.Count(err.Error(), "setting ") != 3 {
		t.Errorf("error %v, want three lines", err)
	}
}

func TestSeveralWrongOriginsAreOneProblem(t *testing.T) {
	t.Parallel()
	_, err := readSettings(map[string]any{"origins": "null, http://a.example.com https://b.example.com/app"})
	if err == nil || strings.Count(err.Error(), "setting origins ") != 1 {
		t.Errorf("error %v, want one line", err)
	}
}
