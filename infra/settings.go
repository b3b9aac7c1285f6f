package main

import (
	"errors"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"stint/shared/config"
	"stint/shared/route"
)

// settings are what a deployment may be told: by the context in cdk.json, or
// on the command line with -c name=value.
type settings struct {
	Stage       string         // name of the stage and of the stack; "live" holds the live API keys, all others test keys
	MaxBody     int64          // bytes; the one cap of request bodies, told to every function
	Throttle    route.Throttle // of the stage, for every method without one of its own
	PerAddress  int64          // attempts a minute and client address on sensitive routes
	PerAccount  int64          // attempts a minute and account
	Origins     []string       // origins that browsers may call from
	Domain      string         // of one's own; "" is the gateway's address
	Certificate string         // ARN of the domain's certificate, in the stack's region
	AppBaseURL  string         // of a front end that serves the pages linked in mails; "" is this service
	MailFrom    string         // sender of mail
	Version     string         // shown by the health route

	OIDCIssuer       string // of the identity provider; "" is no single sign-on
	OIDCClientID     string // of the registration there
	OIDCClientSecret string // sealed by the stack's secrets key: "kms:" and the ciphertext in base64
}

// maxBodyBound is the largest cap that can be kept: Lambda takes events of
// 6 MB, and the gateway makes bodies a third larger by base64. In bytes.
const maxBodyBound = 4 << 20

// settingNames are all names that a deployment may set.
var settingNames = []string{
	"stage", "maxBodyBytes", "throttleRate", "throttleBurst", "limitPerAddress", "limitPerAccount",
	"origins", "domain", "certificate", "appBaseUrl", "mailFrom", "version",
	"oidcIssuer", "oidcClientId", "oidcClientSecret",
}

// readSettings reads the context. All that is wrong is reported at once.
func readSettings(context map[string]any) (settings, error) {
	r := contextReader{context: context}
	r.known()
	s := settings{
		Stage:   r.matching("stage", "live", regexp.MustCompile(`^[a-z][a-z0-9]{0,19}$`), "must be 1 to 20 lower-case letters and digits, beginning with a letter"),
		MaxBody: r.whole("maxBodyBytes", config.DefaultMaxBody, 1, maxBodyBound),
		Throttle: route.Throttle{
			PerSecond: float64(r.whole("throttleRate", 100, 1, 10_000)),
			Burst:     int(r.whole("throttleBurst", 200, 1, 5_000)),
		},
		PerAddress:  r.whole("limitPerAddress", 60, 1, 100_000),
		PerAccount:  r.whole("limitPerAccount", 5, 1, 100_000),
		Origins:     r.origins("origins"),
		Domain:      r.matching("domain", "", regexp.MustCompile(`^$|^[a-z0-9-]+(\.[a-z0-9-]+)+$`), "must be a domain name in lower case"),
		Certificate: r.matching("certificate", "", regexp.MustCompile(`^$|^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate/[a-f0-9-]+$`), "must be the ARN of a certificate"),
		AppBaseURL:  strings.TrimSuffix(r.text("appBaseUrl", ""), "/"),
		MailFrom:    r.text("mailFrom", ""),
		Version:     r.text("version", ""),

		OIDCIssuer:       r.text("oidcIssuer", ""),
		OIDCClientID:     r.text("oidcClientId", ""),
		OIDCClientSecret: r.matching("oidcClientSecret", "", regexp.MustCompile(`^$|^`+config.SealedPrefix+`[A-Za-z0-9+/]+=*$`), "must be sealed: "+config.SealedPrefix+" and the ciphertext in base64 (see docs/single-sign-on.md)"),
	}
	if (s.Domain == "") != (s.Certificate == "") {
		r.fail("domain", "and certificate go together")
	}
	if given := s.OIDCIssuer != ""; given != (s.OIDCClientID != "") || given != (s.OIDCClientSecret != "") {
		r.fail("oidcIssuer", "and oidcClientId and oidcClientSecret go together")
	}
	if s.OIDCIssuer != "" && !isAddress(s.OIDCIssuer, true) {
		r.fail("oidcIssuer", "must be an https address without a query")
	}
	if s.AppBaseURL != "" && !isAddress(s.AppBaseURL, true) {
		r.fail("appBaseUrl", "must be an https address without a query")
	}
	if _, err := mail.ParseAddress(s.MailFrom); s.MailFrom != "" && err != nil {
		r.fail("mailFrom", "must be a mail address")
	}
	return s, errors.Join(r.problems...)
}

// keyEnv is what API keys of this stage are good for.
func (s settings) keyEnv() string {
	if s.Stage == "live" {
		return "live"
	}
	return "test"
}

type contextReader struct {
	context  map[string]any
	problems []error
}

func (r *contextReader) fail(name, what string) {
	r.problems = append(r.problems, fmt.Errorf("setting %s %s", name, what))
}

// known refuses names that would be set in vain. Those of CDK itself have a
// colon or a slash in them.
func (r *contextReader) known() {
	var unknown []string
	for name := range r.context {
		if !strings.ContainsAny(name, ":/") && !slices.Contains(settingNames, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		r.fail(name, "is unknown; there are "+strings.Join(settingNames, ", "))
	}
}

func (r *contextReader) text(name, fallback string) string {
	switch value := r.context[name].(type) {
	case nil:
		return fallback
	case string:
		return value
	}
	r.fail(name, "must be a text")
	return fallback
}

func (r *contextReader) matching(name, fallback string, form *regexp.Regexp, what string) string {
	value := r.text(name, fallback)
	if !form.MatchString(value) {
		r.fail(name, what)
	}
	return value
}

// whole reads an integer within bounds. The command line gives a text, cdk.json
// a number.
func (r *contextReader) whole(name string, fallback, least, most int64) int64 {
	n, ok := fallback, true
	switch value := r.context[name].(type) {
	case nil:
	case float64:
		n, ok = int64(value), value == math.Trunc(value) && math.Abs(value) < 1<<53
	case string:
		parsed, err := strconv.ParseInt(value, 10, 64)
		n, ok = parsed, err == nil
	default:
		ok = false
	}
	if !ok || n < least || n > most {
		r.fail(name, fmt.Sprintf("must be a whole number from %d to %d", least, most))
	}
	return n
}

// origins reads a list separated by commas or spaces.
func (r *contextReader) origins(name string) []string {
	all := strings.Fields(strings.ReplaceAll(r.text(name, ""), ",", " "))
	for _, origin := range all {
		u, err := url.Parse(origin)
		local := err == nil && u.Hostname() == "localhost"
		if err != nil || !isAddress(origin, !local) || origin != u.Scheme+"://"+u.Host {
			r.fail(name, "must be origins such as https://app.example.com, without a path")
		}
	}
	return all
}

func isAddress(text string, secure bool) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" &&
		(u.Scheme == "https" || u.Scheme == "http" && !secure)
}
