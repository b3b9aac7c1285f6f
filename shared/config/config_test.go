package config_test

import (
	"encoding/base64"
	"maps"
	"strings"
	"testing"
	"time"

	"stint/shared/config"
)

var master = base64.StdEncoding.EncodeToString([]byte(strings.Repeat("m", 32)))

// environment is a complete one, with changes; "" takes a setting away.
func environment(changes map[string]string) func(string) string {
	all := map[string]string{
		"TABLE_NAME": "stint", "STINT_ENV": "live", "PUBLIC_URL": "https://api.example.com/live/",
		"SEALING_KEY": master, "SIGNING_KEY": "file:key.pem",
	}
	maps.Copy(all, changes)
	return func(name string) string { return all[name] }
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c, err := config.Read(environment(nil))
	if err != nil {
		t.Fatal(err)
	}
	if c.PublicURL != "https://api.example.com/live" || c.PublicPath() != "/live" || c.AppBaseURL != c.PublicURL ||
		!c.Secure() {
		t.Errorf("addresses %q %q %q", c.PublicURL, c.PublicPath(), c.AppBaseURL)
	}
	if c.MaxBody != 256<<10 || c.AttemptsPerNetwork != 60 || c.AttemptsPerAccount != 5 {
		t.Errorf("limits %d %d %d", c.MaxBody, c.AttemptsPerNetwork, c.AttemptsPerAccount)
	}
}

func TestSealingKeyIsGivenOrNamed(t *testing.T) {
	t.Parallel()
	given, err := config.Read(environment(nil))
	if err != nil || len(given.LocalKey) != 32 || given.SealingKey != "" {
		t.Errorf("given: %d bytes, key %q, %v", len(given.LocalKey), given.SealingKey, err)
	}
	const arn = "arn:aws:kms:eu-central-1:111122223333:key/k"
	named, err := config.Read(environment(map[string]string{"SEALING_KEY": arn}))
	if err != nil || named.LocalKey != nil || named.SealingKey != arn {
		t.Errorf("named: %d bytes, key %q, %v", len(named.LocalKey), named.SealingKey, err)
	}
}

func TestWrongSettingsAreNamed(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{
		"TABLE_NAME": "", "STINT_ENV": "prod", "PUBLIC_URL": "api.example.com", "SIGNING_KEY": "",
		"SEALING_KEY": "c2hvcnQ=", "MAX_BODY_BYTES": "256K", "LIMIT_PER_ADDRESS": "-1",
		"EMAIL_VERIFICATION": "yes", "REGISTRATION": "closed", "REGISTRATION_DOMAINS": "a@example.com",
		"STINT_LIMITS": "none",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := config.Read(environment(map[string]string{name: value}))
			if err == nil || !strings.Contains(err.Error(), "setting "+name) {
				t.Errorf("error %v, want one about %s", err, name)
			}
			if name == "SEALING_KEY" && strings.Contains(err.Error(), value) {
				t.Error("the error repeats a secret")
			}
		})
	}
}

func TestLimitsCanBeTurnedOffOnlyLocally(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]int{"local": 0, "live": 60} {
		c, err := config.Read(environment(map[string]string{"STINT_ENV": env, "STINT_LIMITS": "off"}))
		if err != nil || c.AttemptsPerNetwork != want {
			t.Errorf("%s: %d attempts, %v; want %d", env, c.AttemptsPerNetwork, err, want)
		}
	}
}

func TestClockCanBeFixedOnlyLocally(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 6, 17, 12, 0, 0, 0, time.UTC)
	for env, want := range map[string]time.Time{"local": at, "live": {}, "test": {}} {
		c, err := config.Read(environment(map[string]string{"STINT_ENV": env, "STINT_CLOCK": at.Format(time.RFC3339)}))
		if err != nil || !c.FixedTime.Equal(want) {
			t.Errorf("%s: %v, %v; want %v", env, c.FixedTime, err, want)
		}
	}
	if _, err := config.Read(environment(map[string]string{"STINT_ENV": "local", "STINT_CLOCK": "noon"})); err == nil ||
		!strings.Contains(err.Error(), "setting STINT_CLOCK") {
		t.Errorf("noon: %v", err)
	}
}
