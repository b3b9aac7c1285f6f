// Package gcal speaks version 3 of Google Calendar's protocol, as far as reading
// somebody's events takes it: consent, tokens, the list of calendars, events.
//
// Sources: Google's reference of the Calendar API (CalendarList, Events), and
// its guide to OAuth 2.0 for web server applications. Google's own client for Go
// is not used: docs/decisions tells why.
package gcal
