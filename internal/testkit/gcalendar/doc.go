// Package gcalendar is a calendar provider for tests and the demo. It implements
// version 3 of the Google Calendar API and OAuth 2.0. It checks requests as strictly
// as Google, and tests can make it fail.
package gcalendar
