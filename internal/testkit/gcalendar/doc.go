// Package gcalendar is a provider of calendars that speaks version 3 of Google
// Calendar's protocol and OAuth 2.0, checks what it is asked as strictly as the
// real one, and breaks on demand. The tests and the demo run against it.
package gcalendar
