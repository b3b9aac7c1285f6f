package main

import (
	"stint/shared/route"
	"stint/shared/version"
)

// settings of a deployment come from the file of its stage or from the command line with
// -c name=value.
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
	Version          string         // shown by the health route in place of that of the release
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
	Budget     int64  // US$ that the account may cost in a month before a mail is sent; 0 is no budget
	AccessLogs bool   // the gateway logs every request
	Tracing    bool   // requests are traced with X-Ray
	Metrics    bool   // requests are counted by family; CloudWatch charges for each metric
	Streaming  bool   // the gateway streams large responses
	Firewall   bool   // a web application firewall protects the API
	LogDays    int64  // retention of logs

	BackupVault string // ARN of a vault that the table is copied to each night; "" is none
	BackupDays  int64  // for which copies are kept

	CommonRules string // what the firewall's common rules do: commonRulesCount or commonRulesBlock

	AccessLogRole string // logRoleOfStack or logRoleOfAccount

	Functions functionSettings // of each function
	Processor string           // of the functions: processorARM or processorAMD

	FreshFor int64            // seconds for which a session is fresh after a proof of its user
	Release  release          // that is deployed
	Limits   map[string]int64 // limits of requests and mail, by the name of the setting
}

// release is what is deployed.
type release struct{ number, commit string }

// thisRelease is the release that this program is of.
func thisRelease() release { return release{version.Number(), version.Commit()} }

// isOne reports whether there is a release. A deployment from a checkout is of none.
func (r release) isOne() bool { return r.number != version.Development }

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

// Bounds of the cap of request bodies, in bytes. Lambda takes events of 6 MB, and the gateway's
// base64 makes bodies a third larger. Passkeys and consents of apps need some kilobytes.
const (
	leastBodyBound = 16 << 10
	maxBodyBound   = 4 << 20
)

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
