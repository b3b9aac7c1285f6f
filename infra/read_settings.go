package main

import (
	"errors"
	"fmt"
	"net/mail"
	"strings"

	"stint/shared/route"
)

// readSettings reads settings from a context alone, without the file of a stage.
func readSettings(context map[string]any) (settings, error) {
	return (&contextReader{context: context}).settings()
}

// settings reads all settings and reports everything that is wrong at once.
func (r *contextReader) settings() (settings, error) {
	r.checkNames()
	s := settings{
		Stage: r.text("stage"), Release: thisRelease(), Version: r.text("version"),
		MaxBody: r.integer("maxBodyBytes"), FreshFor: r.integer("freshFor"), PurgeAfterDays: r.integer("purgeAfterDays"),
		Throttle: route.Throttle{PerSecond: float64(r.integer("throttleRate")), Burst: int(r.integer("throttleBurst"))},

		PerAddress: r.integer("limitPerAddress"), PerAccount: r.integer("limitPerAccount"), Limits: r.limits(),
		Origins: r.origins("origins"), Domain: r.text("domain"), Certificate: r.text("certificate"),
		AppBaseURL: strings.TrimSuffix(r.text("appBaseUrl"), "/"), MailFrom: r.text("mailFrom"),

		OIDCIssuer: r.text("oidcIssuer"), OIDCClientID: r.text("oidcClientId"), OIDCClientSecret: r.text("oidcClientSecret"),
		CalendarClientID: r.text("calendarClientId"), CalendarClientSecret: r.text("calendarClientSecret"),
		SecurityContact: r.text("securityContact"), EarlierCalendarKey: r.text("earlierCalendarKey"),

		SigningKeys:   r.signingKeys(),
		RestoredTable: r.text("restoredTable"), RestoredStream: r.text("restoredTableStream"),

		Verification: r.text("emailVerification"), PasskeyRPID: r.text("passkeyRpId"), Workspaces: r.text("workspaces"),
		Registration: r.text("registration"), MailDomains: r.mailDomains("registrationDomains"),

		AlarmMail: r.text("alarmMail"), Budget: r.integer("budget"),
		BackupVault: r.text("backupVaultArn"), BackupDays: r.integer("backupDays"),
		AccessLogs: r.boolean("accessLogs"), AccessLogRole: r.text("accessLogRole"), Tracing: r.boolean("tracing"),
		Streaming: r.boolean("streaming"), Metrics: r.boolean("metrics"), Firewall: r.boolean("waf"),
		CommonRules: r.text("wafCommonRules"), LogDays: r.integer("logDays"), Functions: r.functionSettings(),
		Processor: r.text("processor"),
	}
	if s.AccessLogRole == "" {
		s.AccessLogRole = defaultLogRole(s.Stage)
	}
	r.checkTogether(s)
	r.checkAddresses(s)
	return s, errors.Join(r.problems...)
}

// checkTogether checks settings that depend on each other.
func (r *contextReader) checkTogether(s settings) {
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
}

// checkAddresses checks the addresses of pages and of mail.
func (r *contextReader) checkAddresses(s settings) {
	for name, address := range map[string]string{"oidcIssuer": s.OIDCIssuer, "appBaseUrl": s.AppBaseURL} {
		if address != "" && !isURL(address, true) {
			r.addProblem(name, "must be an https address without a query")
		}
	}
	for name, address := range map[string]string{"mailFrom": s.MailFrom, "alarmMail": s.AlarmMail} {
		if _, err := mail.ParseAddress(address); address != "" && err != nil {
			r.addProblem(name, "must be a mail address")
		}
	}
}
