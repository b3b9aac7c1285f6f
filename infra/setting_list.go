package main

import (
	"slices"
	"strings"

	"stint/shared/config"
)

// settingKind says how a setting is written.
type settingKind int

const (
	kindText    settingKind = iota // a text that matches a pattern
	kindNumber                     // a whole number within bounds
	kindSwitch                     // true or false
	kindNumbers                    // a list of distinct small numbers, as a text
	kindOrigins                    // a list of origins, as a text
	kindDomains                    // a list of mail domains, as a text
	kindEach                       // a value for all functions, or values of some
)

// setting is one thing that a deployment may set. docs/running.md explains each, and
// stages/schema.json tells editors.
type setting struct {
	name        string
	kind        settingKind
	fallback    any     // of numbers and switches, and of texts that have one
	least, most int64   // of numbers
	only        []int64 // the numbers that are allowed; nil is all within the bounds
	pattern     string  // that a text matches, other than the fallback; "" is any
	what        string  // what a text must be, for people
}

// settingList are all settings, in the order of docs/running.md.
var settingList = slices.Concat([]setting{
	{name: "stage", fallback: "live", pattern: `^[a-z][a-z0-9]{0,19}$`,
		what: "must be 1 to 20 lower-case letters and digits, beginning with a letter"},
	{name: "mailFrom"},
	choice("emailVerification", "", "required", "off"),
	choice("registration", "", "open", "invited"),
	{name: "registrationDomains", kind: kindDomains},
	{name: "passkeyRpId", pattern: `^[a-z0-9.-]+$`, what: "must be a host in lower case"},
	choice("workspaces", "", "anyone", "operator"),
	{name: "domain", pattern: `^[a-z0-9-]+(\.[a-z0-9-]+)+$`, what: "must be a domain name in lower case"},
	{name: "certificate", pattern: `^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate/[a-f0-9-]+$`,
		what: "must be the ARN of a certificate"},
	{name: "appBaseUrl"},
	{name: "origins", kind: kindOrigins},
	number("maxBodyBytes", config.DefaultMaxBody, leastBodyBound, maxBodyBound),
	number("throttleRate", 1_000, 1, 10_000),
	number("throttleBurst", 2_000, 1, 5_000),
	number("limitPerAddress", 60, 1, 100_000),
	number("limitPerAccount", 5, 1, 100_000),
}, limitList(), []setting{
	number("purgeAfterDays", config.DefaultPurgeAfterDays, 0, config.MaxPurgeAfterDays),
	number("freshFor", int64(config.DefaultFreshFor.Seconds()), 60, 86_400),
	{name: "oidcIssuer"}, {name: "oidcClientId"}, sealed("oidcClientSecret", "docs/single-sign-on.md"),
	{name: "calendarClientId"}, sealed("calendarClientSecret", "docs/calendar.md"),
	{name: "alarmMail"}, number("budget", 50, 0, 1_000_000),
	{name: "backupVaultArn", pattern: `^arn:aws[a-z-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[A-Za-z0-9_-]{2,50}$`,
		what: "must be the ARN of a backup vault"},
	number("backupDays", 35, 1, 36_500),
	{name: "logDays", kind: kindNumber, fallback: int64(30), least: logDays[0], most: logDays[len(logDays)-1],
		only: logDays},
	{name: "logLevel", kind: kindEach}, {name: "memory", kind: kindEach, least: leastMemory, most: mostMemory},
	{name: "timeout", kind: kindEach, least: 5, most: 900},
	{name: "reservedConcurrency", kind: kindEach, least: 1, most: mostReserved},
	choice("processor", processorARM, processorARM, processorAMD),
	onOff("accessLogs", true), choice("accessLogRole", "", logRoleOfStack, logRoleOfAccount),
	onOff("metrics", false), onOff("tracing", false), onOff("waf", false), onOff("streaming", false),
	choice("wafCommonRules", commonRulesCount, commonRulesCount, commonRulesBlock),
	{name: "earlierCalendarKey", pattern: `^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key/[0-9a-f-]+$`,
		what: "must be the ARN of a KMS key"},
	{name: "securityContact", pattern: `^https://\S+$|^mailto:\S+@\S+$`, what: "must be an https or mailto address"},
	{name: "signingKeys", kind: kindNumbers},
	{name: "restoredTable", pattern: `^[A-Za-z0-9_.-]{3,255}$`, what: "must be the name of a table"},
	{name: "restoredTableStream",
		pattern: `^arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:\d{12}:table/[A-Za-z0-9_.-]+/stream/[0-9T:.-]+$`,
		what:    "must be the ARN of a table's stream"},
	{name: "version"},
})

func number(name string, fallback, least, most int64) setting {
	return setting{name: name, kind: kindNumber, fallback: fallback, least: least, most: most}
}

func onOff(name string, fallback bool) setting {
	return setting{name: name, kind: kindSwitch, fallback: fallback}
}

// choice is a text that must be one of some words.
func choice(name, fallback string, words ...string) setting {
	return setting{name: name, fallback: fallback, pattern: "^" + strings.Join(words, "$|^") + "$",
		what: "must be " + strings.Join(words, " or ")}
}

// sealed is a secret that was encrypted by the stack's secrets key.
func sealed(name, guide string) setting {
	return setting{name: name, pattern: `^` + config.SealedPrefix + `[A-Za-z0-9+/]+=*$`,
		what: "must be sealed: " + config.SealedPrefix + " and the ciphertext in base64 (see " + guide + ")"}
}

// settingOf is the setting of a name.
func settingOf(name string) setting {
	at := slices.IndexFunc(settingList, func(s setting) bool { return s.name == name })
	return settingList[at]
}

// settingNames are the names of all settings.
func settingNames() (names []string) {
	for _, s := range settingList {
		names = append(names, s.name)
	}
	return names
}
