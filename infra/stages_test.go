package main

import "testing"

// The tests share the templates of four stages, because a synthesis takes most of a second. A test that needs
// something absent takes a stage without it, and one of a default takes the standard stage.

// standardText is the text of the template with default settings.
func standardText(t *testing.T) string { t.Helper(); return synthesised(t, defaultSettings(t)).text }

// standardTemplate is the template with default settings.
func standardTemplate(t *testing.T) template {
	t.Helper()
	return synthesised(t, defaultSettings(t)).template
}

// settingsFrom are the settings that a context gives.
func settingsFrom(t *testing.T, context map[string]any) settings {
	t.Helper()
	s, err := readSettings(context)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	vaultOfTests  = "arn:aws:backup:eu-west-1:111122223333:backup-vault:copies"
	earlierKey    = "arn:aws:kms:eu-central-1:111122223333:key/0123-abcd"
	allowedOrigin = "https://app.example.com"
)

// fullSettings are those of a release with all that can be switched on: mail, alarms, backups, the firewall,
// tracing, metrics, a domain, calendars and single sign-on.
func fullSettings(t *testing.T) settings {
	t.Helper()
	s := settingsFrom(t, map[string]any{
		"mailFrom": "Stint <stint@example.com>", "alarmMail": "ops@example.com", "logDays": 90.0,
		"backupVaultArn": vaultOfTests, "backupDays": "90", "waf": true, "tracing": true, "metrics": true,
		"domain": "api.example.com", "certificate": "arn:aws:acm:eu-central-1:123456789012:certificate/ab-1",
		"origins": allowedOrigin, "calendarClientId": "stint", "calendarClientSecret": "kms:c2VhbGVk",
		"earlierCalendarKey": earlierKey,
		"oidcIssuer":         "https://id.example.com", "oidcClientId": "stint", "oidcClientSecret": "kms:AAAA",
	})
	s.Release = release{"1.0.0", "0123456789ab"}
	return s
}

// fullTemplate is the template of the full settings.
func fullTemplate(t *testing.T) template { t.Helper(); return synthesised(t, fullSettings(t)).template }

const restoredStream = "arn:aws:dynamodb:eu-central-1:111122223333:table/Stint-restored/stream/2026-11-21T00:00:00.000"

// secondSettings are those of a second stage, most of which have other values than the defaults.
func secondSettings(t *testing.T) settings {
	t.Helper()
	s := settingsFrom(t, map[string]any{
		"stage": "beta", "mailFrom": "stint@mail.app.example.com", "maxBodyBytes": 20_000.0, "processor": "amd64",
		"origins": "https://a.example.com, http://localhost:3000", "waf": true, "wafCommonRules": "block",
		"alarmMail": "ops@example.com", "budget": 0.0, "signingKeys": "2 1",
		"restoredTable": "Stint-restored", "restoredTableStream": restoredStream,
		"oidcIssuer": "https://id.example.com/realm/", "oidcClientId": "stint", "oidcClientSecret": "kms:c2VhbGVk",
		"memory": "1024, reports=3008", "timeout": map[string]any{"worker": 300.0, "timers": "10"},
		"reservedConcurrency": "reports=5", "logLevel": "warn timers=debug", "version": "1.0.0-b",
	})
	s.Release = release{"1.0.0", "0123456789ab"}
	return s
}

// secondTemplate is the template of the second stage.
func secondTemplate(t *testing.T) template {
	t.Helper()
	return synthesised(t, secondSettings(t)).template
}

// streamingSettings are the default settings with streams, and without logs of requests.
func streamingSettings(t *testing.T) settings {
	t.Helper()
	return settingsFrom(t, map[string]any{"streaming": true, "accessLogs": false})
}

// streamingTemplate is the template of the streaming settings.
func streamingTemplate(t *testing.T) template {
	t.Helper()
	return synthesised(t, streamingSettings(t)).template
}
