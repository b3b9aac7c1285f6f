// Package gcal reads the events of a user's calendars from Google Calendar, or from
// another provider with version 3 of its API: consent, tokens, the list of calendars,
// and events.
//
// Sources: Google's reference of the Calendar API (CalendarList, Events), and its
// guide to OAuth 2.0 for web server applications. docs/decisions explains why Google's
// own client for Go is not used.
package gcal
