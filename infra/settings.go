package main

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"

	"stint/shared/config"
	"stint/shared/route"
)

// settings of a deployment come from the context in cdk.json or from the command
// line with -c name=value.
type settings struct {
	// name of the stage and of the stack; API keys of "live" are live keys, all others are test keys
	Stage            string
	MaxBody          int64          // bytes; the cap of request bodies
	Throttle         route.Throttle // of every method without its own
	PerAddress       int64          // attempts per minute and client network on sensitive routes
	PerAccount       int64          // attempts per minute, account and client network
	Origins          []string       // origins that browsers may call from
	Domain           string         // custom domain; "" is the gateway's address
	Certificate      string         // ARN of the domain's certificate, in the stack's region
	AppBaseURL       string         // front end that serves the pages linked in mails; "" is this service
	MailFrom         string         // sender of mail
	PurgeAfterDays   int64          // days for which a deleted workspace can be restored; 0 is none
	Version          string         // shown by the health route
	OIDCIssuer       string         // identity provider; "" switches single sign-on off
	OIDCClientID     string         // client id at the identity provider
	OIDCClientSecret string         // encrypted by the stack's secrets key: "kms:" and the ciphertext in base64

	CalendarClientID     string // client id at Google; "" switches the calendar off
	CalendarClientSecret string // encrypted like OIDCClientSecret
	SecurityContact      string // https or mailto address for reports of vulnerabilities; "" is security@ and the host
	// ARN of the KMS key of a stack from before data keys; "" opens no tokens of calendars that it sealed
	EarlierCalendarKey string

	SigningKeys    []int  // numbers of the signing keys; the first signs, the others are accepted
	RestoredTable  string // table that replaces the stack's own; "" is the stack's own
	RestoredStream string // ARN of its stream

	Verification string // whether some acts need a proven address: required or off; "" is required if MailFrom is set
	PasskeyRPID  string // the host of passkeys; "" is that of the service
	Workspaces   string // who may make workspaces: anyone or operator; "" is by Registration
	Registration string // who may register: open or invited; "" is open
	MailDomains  string // mail domains that may register without an invitation, separated by spaces; "" is all

	AlarmMail  string // address that alarms are mailed to; "" is none
	AccessLogs bool   // the gateway logs every request
	Tracing    bool   // requests are traced with X-Ray
	Metrics    bool   // requests are counted by family; CloudWatch charges for each metric
	Firewall   bool   // a web application firewall protects the API
	LogDays    int64  // retention of logs

	CommonRules string // what the firewall's common rules do: commonRulesCount or commonRulesBlock

	AccessLogRole string // logRoleOfStack or logRoleOfAccount

	Functions functionSettings // of each function

	FreshFor int64            // seconds for which a session is fresh after a proof of its user
	Limits   map[string]int64 // limits of requests and mail, by the name of the setting
}

// limitSetting is a limit that is passed on to the functions.
type limitSetting struct {
	name, environment string
	fallback          int64
}

// limitSettings are the limits of requests and mail. docs/running.md explains them.
var limitSettings = []limitSetting{
	{"limitPerCaller", "LIMIT_PER_CALLER", 600},
	{"limitPerWorkspace", "LIMIT_PER_WORKSPACE", 6_000},
	{"webhookRateHost", "WEBHOOK_RATE_HOST", 600},
	{"webhookRate", "WEBHOOK_RATE", 1_200},
	{"limitMailPerRecipient", "LIMIT_MAIL_PER_RECIPIENT", 5},
	{"limitMailPerSender", "LIMIT_MAIL_PER_SENDER", 50},
	{"limitMailPerWorkspace", "LIMIT_MAIL_PER_WORKSPACE", 200},
}

// limits reads the limits of requests and mail.
func (r *contextReader) limits() map[string]int64 {
	all := map[string]int64{}
	for _, l := range limitSettings {
		all[l.name] = r.integer(l.name, l.fallback, 1, 1_000_000)
	}
	return all
}

// namespace is the CloudWatch namespace of the stage's own metrics.
func (s settings) namespace() string { return "Stint/" + s.Stage }

// metricsNamespace is the namespace that functions count requests in; "" switches
// counting off.
func (s settings) metricsNamespace() string {
	if !s.Metrics {
		return ""
	}
	return s.namespace()
}

// maxBodyBound is the largest possible cap in bytes. Lambda takes events of 6 MB,
// and the gateway's base64 makes bodies a third larger.
const maxBodyBound = 4 << 20

// settingNames are the names of all settings.
var settingNames = append(limitNames(), []string{
	"stage", "maxBodyBytes", "throttleRate", "throttleBurst", "limitPerAddress", "limitPerAccount", "freshFor",
	"origins", "domain", "certificate", "appBaseUrl", "passkeyRpId", "mailFrom", "purgeAfterDays", "version",
	"emailVerification", "registration", "registrationDomains",
	"oidcIssuer", "oidcClientId", "oidcClientSecret",
	"calendarClientId", "calendarClientSecret", "earlierCalendarKey", "securityContact",
	"signingKeys", "restoredTable", "restoredTableStream",
	"alarmMail", "accessLogs", "accessLogRole", "tracing", "metrics", "waf", "wafCommonRules",
	"logLevel", "memory", "timeout", "reservedConcurrency", "logDays",
}...)

// limitNames are the names of limitSettings.
func limitNames() (names []string) {
	for _, l := range limitSettings {
		names = append(names, l.name)
	}
	return names
}

// readSettings reads the context and reports everything that is wrong at once.
func readSettings(context map[string]any) (settings, error) {
	r := contextReader{context: context}
	r.checkNames()
	s := settings{
		Stage: r.match("stage", "live", regexp.MustCompile(`^[a-z][a-z0-9]{0,19}$`),
			"must be 1 to 20 lower-case letters and digits, beginning with a letter"),
		MaxBody: r.integer("maxBodyBytes", config.DefaultMaxBody, 1, maxBodyBound),
		Throttle: route.Throttle{
			PerSecond: float64(r.integer("throttleRate", 1_000, 1, 10_000)),
			Burst:     int(r.integer("throttleBurst", 2_000, 1, 5_000)),
		},
		PerAddress: r.integer("limitPerAddress", 60, 1, 100_000),
		PerAccount: r.integer("limitPerAccount", 5, 1, 100_000),
		FreshFor:   r.integer("freshFor", int64(config.DefaultFreshFor.Seconds()), 60, 86_400),
		Origins:    r.origins("origins"),
		Domain: r.match("domain", "", regexp.MustCompile(`^$|^[a-z0-9-]+(\.[a-z0-9-]+)+$`),
			"must be a domain name in lower case"), Certificate: r.match("certificate", "",
			regexp.MustCompile(`^$|^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate/[a-f0-9-]+$`),
			"must be the ARN of a certificate"),
		AppBaseURL: strings.TrimSuffix(r.text("appBaseUrl", ""), "/"),
		MailFrom:   r.text("mailFrom", ""),
		Version:    r.text("version", ""),

		PurgeAfterDays: r.integer("purgeAfterDays", config.DefaultPurgeAfterDays, 0, config.MaxPurgeAfterDays),

		OIDCIssuer:       r.text("oidcIssuer", ""),
		OIDCClientID:     r.text("oidcClientId", ""),
		OIDCClientSecret: r.sealedSecret("oidcClientSecret", "docs/single-sign-on.md"),

		CalendarClientID:     r.text("calendarClientId", ""),
		CalendarClientSecret: r.sealedSecret("calendarClientSecret", "docs/calendar.md"),
		SecurityContact: r.match("securityContact", "", regexp.MustCompile(`^$|^https://\S+$|^mailto:\S+@\S+$`),
			"must be an https or mailto address"), EarlierCalendarKey: r.match("earlierCalendarKey", "",
			regexp.MustCompile(`^$|^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key/[0-9a-f-]+$`), "must be the ARN of a KMS key"),

		SigningKeys: r.numbers("signingKeys", 1),
		RestoredTable: r.match("restoredTable", "", regexp.MustCompile(`^$|^[A-Za-z0-9_.-]{3,255}$`),
			"must be the name of a table"), RestoredStream: r.match("restoredTableStream", "",
			regexp.MustCompile(`^$|^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table/[A-Za-z0-9_.-]+/stream/[0-9T:.-]+$`),
			"must be the ARN of a table's stream"),

		Verification: r.match("emailVerification", "", regexp.MustCompile(`^$|^required$|^off$`), "must be required or off"),
		PasskeyRPID:  r.match("passkeyRpId", "", regexp.MustCompile(`^$|^[a-z0-9.-]+$`), "must be a host in lower case"),
		Workspaces:   r.match("workspaces", "", regexp.MustCompile(`^$|^anyone$|^operator$`), "must be anyone or operator"),
		Registration: r.match("registration", "", regexp.MustCompile(`^$|^open$|^invited$`), "must be open or invited"),
		MailDomains:  r.mailDomains("registrationDomains"),

		AlarmMail:  r.text("alarmMail", ""),
		AccessLogs: r.boolean("accessLogs", true),
		Tracing:    r.boolean("tracing", false),
		Metrics:    r.boolean("metrics", false),
		Firewall:   r.boolean("waf", false),
		LogDays:    r.oneOf("logDays", 30, logDays),
		Limits:     r.limits(),
		Functions:  r.functionSettings(),
	}
	s.CommonRules = r.match("wafCommonRules", commonRulesCount, regexp.MustCompile(`^count$|^block$`),
		"must be count or block")
	s.AccessLogRole = r.match("accessLogRole", defaultLogRole(s.Stage), regexp.MustCompile(`^stack$|^account$`),
		"must be stack or account")
	for name, level := range s.Functions.LogLevel {
		if s.Metrics && level == "warn" {
			r.addProblem("logLevel", fmt.Sprintf("cannot be warn with metrics=true, because the lines of requests hold the "+
				"metrics (%q)", name))
		}
	}
	if (s.Domain == "") != (s.Certificate == "") {
		r.addProblem("domain", "and certificate go together")
	}
	if (s.RestoredTable == "") != (s.RestoredStream == "") || !strings.Contains(s.RestoredStream, s.RestoredTable) {
		r.addProblem("restoredTable", "and restoredTableStream go together")
	}
	if given := s.OIDCIssuer != ""; given != (s.OIDCClientID != "") || given != (s.OIDCClientSecret != "") {
		r.addProblem("oidcIssuer", "and oidcClientId and oidcClientSecret go together")
	}
	if (s.CalendarClientID == "") != (s.CalendarClientSecret == "") {
		r.addProblem("calendarClientId", "and calendarClientSecret go together")
	}
	if s.OIDCIssuer != "" && !isURL(s.OIDCIssuer, true) {
		r.addProblem("oidcIssuer", "must be an https address without a query")
	}
	if s.AppBaseURL != "" && !isURL(s.AppBaseURL, true) {
		r.addProblem("appBaseUrl", "must be an https address without a query")
	}
	for name, address := range map[string]string{"mailFrom": s.MailFrom, "alarmMail": s.AlarmMail} {
		if _, err := mail.ParseAddress(address); address != "" && err != nil {
			r.addProblem(name, "must be a mail address")
		}
	}
	return s, errors.Join(r.problems...)
}

// defaultLogRole is the setting accessLogRole of a stage without it. Only one stage of
// an account makes the account's role, so that no other stage replaces it.
func defaultLogRole(stage string) string {
	if stage == "live" {
		return logRoleOfStack
	}
	return logRoleOfAccount
}

// keyEnv is the environment in the prefix of the stage's API keys: live or test.
func (s settings) keyEnv() string {
	if s.Stage == "live" {
		return "live"
	}
	return "test"
}
