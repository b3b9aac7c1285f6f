package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"stint/scripts/demo"
)

// demoSeed makes every demo the same, but for the days it lies on.
const demoSeed = 7

// fillDemo fills the home, connects its calendars if there are any, and says who
// can log in.
func fillDemo(ctx context.Context, url string, calendars *calendarProvider) {
	err := demo.Fill(ctx, url, time.Now(), demoSeed)
	if err == nil && calendars != nil {
		err = demo.ConnectCalendars(ctx, url, calendars.Provider)
	}
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "stint:", err)
		}
		return
	}
	fmt.Printf("\nThe demo is filled. Everyone's password is: %s\n", demo.Password)
	for _, p := range demo.Members() {
		fmt.Printf("  %-8s %-20s %s\n", p.Role, p.Email, p.Name)
	}
	fmt.Printf("%s has a timesheet to sign: see the mail at %s/_local/mail?to=%s\n", demo.ClientEmail, url, demo.ClientEmail)
	if calendars != nil {
		fmt.Printf("%s has calendars connected: log in and see %s/api/calendar-events\n", demo.Members()[0].Name, url)
	}
	fmt.Printf("Log in with: curl -s %s/api/auth/login -H 'Content-Type: application/json' -d '{\"email\":\"%s\",\"password\":\"%s\"}'\n",
		url, demo.Members()[0].Email, demo.Password)
}
