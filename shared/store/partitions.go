package store

import "strings"

// Partition is a kind of partitions of the table and of its indexes, as a
// pattern of their keys: * stands for any text, ? for one character, as in the
// conditions of an IAM policy. Every partition is of one kind.
type Partition string

// anyID is the pattern of an id.
var anyID = strings.Repeat("?", len("019a0000-0000-7000-8000-000000000001"))

// The kinds of partitions.
var (
	Users          = Partition("USER#*")                      // users, their sessions, memberships and connections
	Workspaces     = Partition("WS#" + anyID)                 // their settings, members, and what time is tracked on
	UserTime       = Partition("WS#" + anyID + "#U#" + anyID) // timers and entries of one person
	ProjectTime    = Partition("WS#" + anyID + "#P#" + anyID) // of the index by_proj
	Submissions    = Partition("WS#" + anyID + "#S#" + anyID) // lines, events and client links of a submission
	BillingJobs    = Partition("WS#" + anyID + "#J#" + anyID) // rates that a billing job works with
	EmailAddresses = Partition("EMAIL#*")                     // who has an address, and who was invited by it
	ExternalLogins = Partition("EXT#*")                       // who signs in at an identity provider
	APIKeys        = Partition("KEY#*")                       // API keys by their digest
	MailedTokens   = Partition("TOK#*")                       // what a mailed link stands for, by the token's digest
	OAuthStates    = Partition("STATE#*")                     // visits to providers that are under way
	RateLimits     = Partition("RL#*")                        // counts of attempts
	Queue          = Partition("Q#?")                         // background work
	DeadLetters    = Partition(deadLetterPK)                  // background work that was given up
	WarmUp         = Partition("WARM")                        // nothing: what a starting function asks for
)

// Partitions lists all kinds.
func Partitions() []Partition {
	return []Partition{
		Users, Workspaces, UserTime, ProjectTime, Submissions, BillingJobs, EmailAddresses, ExternalLogins, APIKeys, MailedTokens,
		OAuthStates, RateLimits, Queue, DeadLetters, WarmUp,
	}
}

// Matches reports whether a partition key is of the kind. No kind has a * but at
// its end.
func (p Partition) Matches(pk string) bool {
	start, open := strings.CutSuffix(string(p), "*")
	if len(pk) < len(start) || !open && len(pk) > len(start) {
		return false
	}
	for i := range len(start) {
		if start[i] != '?' && start[i] != pk[i] {
			return false
		}
	}
	return true
}
