// Package config reads the settings of a function from its environment, once,
// and says clearly what is missing.
package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Config is everything a function is told from outside.
type Config struct {
	Table        string   // name of the DynamoDB table
	Endpoint     string   // of DynamoDB; "" is AWS
	Region       string   // of AWS
	Env          string   // what API keys are good for: live, test or local
	PublicURL    string   // base of links, problem types and the issuer; no trailing slash
	AppBaseURL   string   // base of links to pages in mails; PublicURL unless a front end serves them
	Origins      []string // origins that browsers may call from
	MaxBody      int64    // bytes; exactly that many pass
	PerAddress   int      // attempts a minute and client address; 0 is no limit
	PerAccount   int      // attempts a minute and account; 0 is no limit
	MasterSecret []byte   // root of derived tokens; at least 32 bytes
	SigningKey   string   // KMS key id, or path of a key file with the prefix "file:"
	MailFrom     string   // sender of mail
	Version      string   // of the build
}

// DefaultMaxBody is the size cap of request bodies in bytes unless infra says
// otherwise.
const DefaultMaxBody = 256 << 10

// minMaster is the least length of the master secret in bytes.
const minMaster = 32

// Read reads the settings by name. All that is wrong is reported at once.
func Read(getenv func(string) string) (Config, error) {
	r := reader{getenv: getenv}
	c := Config{
		Table:        r.required("TABLE_NAME"),
		Endpoint:     getenv("DYNAMODB_ENDPOINT"),
		Region:       r.or("AWS_REGION", "us-east-1"),
		Env:          r.oneOf("STINT_ENV", "live", "test", "local"),
		PublicURL:    r.address("PUBLIC_URL"),
		MaxBody:      r.integer("MAX_BODY_BYTES", DefaultMaxBody),
		PerAddress:   int(r.integer("LIMIT_PER_ADDRESS", 60)),
		PerAccount:   int(r.integer("LIMIT_PER_ACCOUNT", 5)),
		MasterSecret: r.secret("MASTER_SECRET"),
		SigningKey:   r.required("SIGNING_KEY"),
		MailFrom:     r.or("MAIL_FROM", "stint@localhost"),
		Version:      r.or("STINT_VERSION", "dev"),
	}
	if getenv("STINT_LIMITS") == "off" && c.Env == "local" {
		c.PerAddress, c.PerAccount = 0, 0
	}
	c.AppBaseURL = strings.TrimSuffix(r.or("APP_BASE_URL", c.PublicURL), "/")
	c.Origins = strings.Fields(strings.ReplaceAll(getenv("CORS_ORIGINS"), ",", " "))
	return c, errors.Join(r.problems...)
}

// Secure reports whether the service is reached by https.
func (c Config) Secure() bool { return strings.HasPrefix(c.PublicURL, "https://") }

// PublicPath is the path of PublicURL without a trailing slash; "" at a root.
func (c Config) PublicPath() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}

type reader struct {
	getenv   func(string) string
	problems []error
}

func (r *reader) fail(name, what string) {
	r.problems = append(r.problems, fmt.Errorf("setting %s %s", name, what))
}

func (r *reader) required(name string) string {
	value := r.getenv(name)
	if value == "" {
		r.fail(name, "is missing")
	}
	return value
}

func (r *reader) or(name, fallback string) string {
	if value := r.getenv(name); value != "" {
		return value
	}
	return fallback
}

func (r *reader) oneOf(name string, allowed ...string) string {
	value := r.getenv(name)
	for _, a := range allowed {
		if value == a {
			return value
		}
	}
	r.fail(name, "must be one of "+strings.Join(allowed, ", "))
	return value
}

func (r *reader) address(name string) string {
	value := strings.TrimSuffix(r.getenv(name), "/")
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.RawQuery != "" || u.Fragment != "" {
		r.fail(name, "must be an http or https address without a query")
	}
	return value
}

func (r *reader) integer(name string, fallback int64) int64 {
	value := r.getenv(name)
	if value == "" {
		return fallback
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 {
		r.fail(name, "must be a whole number, 0 or more")
	}
	return n
}

func (r *reader) secret(name string) []byte {
	value, err := base64.StdEncoding.DecodeString(r.getenv(name))
	if err != nil || len(value) < minMaster {
		r.fail(name, fmt.Sprintf("must be at least %d bytes in base64", minMaster))
	}
	return value
}
