package config_test

import (
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"stint/shared/config"
)

func TestEachSetting(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, value string
		read        func(config.Config) any
		want        any
	}{
		{"TABLE_NAME", "other", func(c config.Config) any { return c.Table }, "other"},
		{"DYNAMODB_ENDPOINT", "http://localhost:8000", func(c config.Config) any { return c.DynamoDBEndpoint },
			"http://localhost:8000"},
		{"AWS_REGION", "eu-central-1", func(c config.Config) any { return c.Region }, "eu-central-1"},
		{"AWS_REGION", "", func(c config.Config) any { return c.Region }, "us-east-1"},
		{"STINT_ENV", "test", func(c config.Config) any { return c.Env }, "test"},
		{"PUBLIC_URL", "http://localhost:8080", func(c config.Config) any { return c.PublicURL }, "http://localhost:8080"},
		{"PUBLIC_URL", "https://api.example.com//", func(c config.Config) any { return c.PublicURL },
			"https://api.example.com"},
		{"PUBLIC_URL", "http://localhost:8080", func(c config.Config) any { return c.Secure() }, false},
		{"PUBLIC_URL", "https://api.example.com", func(c config.Config) any { return c.PublicPath() }, ""},
		{"PUBLIC_URL", "https://api.example.com/a/b/", func(c config.Config) any { return c.PublicPath() }, "/a/b"},
		{"APP_BASE_URL", "https://app.example.com/", func(c config.Config) any { return c.AppBaseURL },
			"https://app.example.com"},
		{"LOG_LEVEL", "", func(c config.Config) any { return c.LogLevel }, slog.LevelInfo},
		{"LOG_LEVEL", "debug", func(c config.Config) any { return c.LogLevel }, slog.LevelDebug},
		{"LOG_LEVEL", "warn", func(c config.Config) any { return c.LogLevel }, slog.LevelWarn},
		{"CORS_ORIGINS", "", func(c config.Config) any { return len(c.AllowedOrigins) }, 0},
		{"CORS_ORIGINS", "https://a.example, http://localhost:3000",
			func(c config.Config) any { return c.AllowedOrigins }, []string{"https://a.example", "http://localhost:3000"}},
		{"MAX_BODY_BYTES", "1", func(c config.Config) any { return c.MaxBody }, int64(1)},
		{"LIMIT_PER_ADDRESS", "0", func(c config.Config) any { return c.AttemptsPerNetwork }, 0},
		{"LIMIT_PER_ACCOUNT", "7", func(c config.Config) any { return c.AttemptsPerAccount }, 7},
		{"SIGNING_KEY", "file:a.pem", func(c config.Config) any { return c.SigningKey }, "file:a.pem"},
		{"AWS_ENDPOINT_URL_DYNAMODB", "http://localhost:8000",
			func(c config.Config) any { return c.DynamoDBEndpoint }, "http://localhost:8000"},
		{"AWS_ENDPOINT_URL_KMS", "http://localhost:8001", func(c config.Config) any { return c.KMSEndpoint },
			"http://localhost:8001"},
		{"AWS_ENDPOINT_URL_SESV2", "http://localhost:8025", func(c config.Config) any { return c.SESEndpoint },
			"http://localhost:8025"},
		{"SES_ENDPOINT", "http://localhost:8025", func(c config.Config) any { return c.SESEndpoint },
			"http://localhost:8025"},
		{"MAIL_FROM", "stint@example.com", func(c config.Config) any { return c.MailFrom }, "stint@example.com"},
		{"PURGE_AFTER_DAYS", "", func(c config.Config) any { return c.PurgeAfterDays }, 14},
		{"PURGE_AFTER_DAYS", "0", func(c config.Config) any { return c.PurgeAfterDays }, 0},
		{"PURGE_AFTER_DAYS", "3650", func(c config.Config) any { return c.PurgeAfterDays }, 3650},
		{"EMAIL_VERIFICATION", "", func(c config.Config) any { return c.VerificationRequired }, false}, // without a sender
		{"MAIL_FROM", "stint@example.com", func(c config.Config) any { return c.VerificationRequired }, true},
		{"EMAIL_VERIFICATION", "required", func(c config.Config) any { return c.VerificationRequired }, true},
		{"REGISTRATION", "", func(c config.Config) any { return c.InvitedOnly }, false},
		{"REGISTRATION", "open", func(c config.Config) any { return c.InvitedOnly }, false},
		{"REGISTRATION", "invited", func(c config.Config) any { return c.InvitedOnly }, true},
		{"REGISTRATION", "invited", func(c config.Config) any { return c.WorkspacesByOperator }, true},
		{"REGISTRATION", "open", func(c config.Config) any { return c.WorkspacesByOperator }, false},
		{"WORKSPACES", "operator", func(c config.Config) any { return c.WorkspacesByOperator }, true},
		{"WORKSPACES", "", func(c config.Config) any { return c.WorkspacesByOperator }, false},
		{"REGISTRATION_DOMAINS", "Example.com, büro.example",
			func(c config.Config) any { return c.RegistrationDomains }, []string{"example.com", "büro.example"}},
		{"OIDC_ISSUER", "", func(c config.Config) any { return c.OIDC.Enabled() }, false},
		{"COMPRESSION", "", func(c config.Config) any { return c.Uncompressed }, false},
		{"COMPRESSION", "on", func(c config.Config) any { return c.Uncompressed }, false},
		{"COMPRESSION", "off", func(c config.Config) any { return c.Uncompressed }, true},
		{"STREAMING", "", func(c config.Config) any { return c.Streaming }, false},
		{"STREAMING", "on", func(c config.Config) any { return c.Streaming }, true},
		{"STREAMING", "off", func(c config.Config) any { return c.Streaming }, false},
		{"FRESH_FOR", "", func(c config.Config) any { return c.FreshFor }, time.Hour},
		{"FRESH_FOR", "90", func(c config.Config) any { return c.FreshFor }, 90 * time.Second},
		{"STINT_VERSION", "1.2.3", func(c config.Config) any { return c.Version }, "1.2.3"},
		{"STINT_VERSION", "", func(c config.Config) any { return c.Version }, "development"},
		{"STINT_COMMIT", "0a1b2c", func(c config.Config) any { return c.Commit }, "0a1b2c"},
		{"STINT_COMMIT", "", func(c config.Config) any { return c.Commit }, ""},
	} {
		got, err := config.Read(environment(map[string]string{c.name: c.value}))
		if err != nil || !reflect.DeepEqual(c.read(got), c.want) {
			t.Errorf("%s=%q: %v, %v; want %v", c.name, c.value, c.read(got), err, c.want)
		}
	}
}

func TestRefusedSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value string }{
		{"PUBLIC_URL", ""}, {"PUBLIC_URL", "ftp://example.com"}, {"PUBLIC_URL", "https://"},
		{"PUBLIC_URL", "https://example.com?"},
		{"PUBLIC_URL", "https://example.com/?a=1"}, {"PUBLIC_URL", "https://example.com/#a"},
		{"PUBLIC_URL", "https://me:secret@example.com"},
		{"PUBLIC_URL", "://"}, {"APP_BASE_URL", "app.example.com"}, {"STINT_ENV", ""}, {"STINT_ENV", "LIVE"},
		{"CORS_ORIGINS", "*"}, {"CORS_ORIGINS", "null"}, {"CORS_ORIGINS", "https://*.example.com"},
		{"CORS_ORIGINS", "https://a.example/"},
		{"CORS_ORIGINS", "https://a.example https://A.example"}, {"CORS_ORIGINS", "a.example"}, {"CORS_ORIGINS", "file:///x"},
		{"MAX_BODY_BYTES", "0"}, {"MAX_BODY_BYTES", "-1"}, {"MAX_BODY_BYTES", "1e3"}, {"LIMIT_PER_ACCOUNT", "five"},
		{"LIMIT_PER_ADDRESS", "99999999999999999999"}, {"SECURITY_CONTACT", "call me"},
		{"SECURITY_CONTACT", "http://a.example"}, {"SECURITY_CONTACT", "mailto:me"}, {"SEALING_KEY", ""},
		{"SEALING_KEY", "not base64!"},
		{"COMPRESSION", "gzip"}, {"STREAMING", "yes"}, {"FRESH_FOR", "0"}, {"FRESH_FOR", "1h"}, {"FRESH_FOR", "31536001"},
		{"PURGE_AFTER_DAYS", "-1"}, {"PURGE_AFTER_DAYS", "3651"}, {"PURGE_AFTER_DAYS", "2w"},
	} {
		if _, err := config.Read(environment(map[string]string{c.name: c.value})); err == nil ||
			!strings.Contains(err.Error(), "setting "+c.name) {
			t.Errorf("%s=%q: %v", c.name, c.value, err)
		}
	}
}

func TestEverythingWrongIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := config.Read(func(string) string { return "" })
	if err == nil {
		t.Fatal("an empty environment is good")
	}
	for _, name := range []string{"TABLE_NAME", "STINT_ENV", "PUBLIC_URL", "SEALING_KEY", "SIGNING_KEY"} {
		if strings.Count(err.Error(), "setting "+name) != 1 {
			t.Errorf("%s is reported %d times in\n%v", name, strings.Count(err.Error(), "setting "+name), err)
		}
	}
	_, err = config.Read(environment(map[string]string{"MAX_BODY_BYTES": "x", "LIMIT_PER_ACCOUNT": "y",
		"CORS_ORIGINS": "*"}))
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three lines:\n%v", err)
	}
}
