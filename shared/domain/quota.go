package domain

import "time"

// Quota is how often a subject may do something in a fixed window of time.
type Quota struct {
	Kind    string // what is counted, such as "account.login"
	Subject string // who is counted; stored as a digest only
	Limit   int    // the most in one window
	Window  time.Duration
}

// Day is the window of quotas per day. It begins at midnight in UTC.
const Day = 24 * time.Hour
