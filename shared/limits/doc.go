// Package limits counts what one party uses up, so that nobody can use up what others
// need: mails a day, and requests a minute. Attempts to sign in are counted in
// shared/route and shared/accounts.
package limits
