package main

// limitSetting is a limit that is passed on to the functions.
type limitSetting struct {
	name, environment string
	fallback, least   int64
}

// mostLimit bounds the limits of requests and mail.
const mostLimit = 1_000_000

// limitSettings are the limits of requests and mail. docs/running.md explains them.
var limitSettings = []limitSetting{
	{"limitPerCaller", "LIMIT_PER_CALLER", 600, 10},
	{"limitPerWorkspace", "LIMIT_PER_WORKSPACE", 6_000, 20},
	{"webhookRateHost", "WEBHOOK_RATE_HOST", 600, 0},
	{"webhookRate", "WEBHOOK_RATE", 1_200, 0},
	{"limitMailPerRecipient", "LIMIT_MAIL_PER_RECIPIENT", 5, 1},
	{"limitMailPerSender", "LIMIT_MAIL_PER_SENDER", 50, 1},
	{"limitMailPerWorkspace", "LIMIT_MAIL_PER_WORKSPACE", 200, 1},
}

// limitList are the limits as settings.
func limitList() (all []setting) {
	for _, l := range limitSettings {
		all = append(all, number(l.name, l.fallback, l.least, mostLimit))
	}
	return all
}

// limits reads the limits of requests and mail.
func (r *contextReader) limits() map[string]int64 {
	all := map[string]int64{}
	for _, l := range limitSettings {
		all[l.name] = r.integer(l.name)
	}
	return all
}
