package main

import (
	"time"

	"stint/internal/testkit/gcalendar"
	"stint/scripts/demo"
)

// calendarProvider is the calendar provider of the demo, so that users can try
// calendars without an account at a real provider. Its data is only in memory.
type calendarProvider struct {
	*gcalendar.Provider
	url   string
	close func() error
}

// startCalendarProvider serves the provider on a free port.
func startCalendarProvider() (*calendarProvider, error) {
	a := &calendarProvider{Provider: gcalendar.New(time.Now)}
	demo.AddCalendars(a.Provider, time.Now())
	var err error
	a.url, a.close, err = serveOnFreePort(a)
	return a, err
}

// settings are the environment with the settings of the provider.
func (a *calendarProvider) settings(getenv func(string) string) func(string) string {
	own := gcalendar.Settings(a.url)
	return func(name string) string {
		if value, ok := own[name]; ok {
			return value
		}
		return getenv(name)
	}
}
