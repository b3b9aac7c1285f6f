package main

import (
	"time"

	"github.com/google/uuid"
)

// ago is a time in the past, as the API takes it.
func ago(d time.Duration) string { return time.Now().UTC().Add(-d).Format(time.RFC3339) }

// day is the date that long from now, in UTC.
func day(d time.Duration) string { return time.Now().UTC().Add(d).Format(time.DateOnly) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }
