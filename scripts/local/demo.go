package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"stint/scripts/demo"
	"stint/scripts/internal/sampledata"
)

// demoSeed makes every demo the same except for its dates.
const demoSeed = 7

// startDemo fills the demo workspace while the service runs. stop ends the receiver of its webhook.
func startDemo(ctx context.Context, url string, calendars *calendarProvider) (stop func() error, err error) {
	webhooks, err := startWebhookReceiver()
	if err != nil {
		return nil, err
	}
	go fillDemo(ctx, url, calendars, webhooks)
	return webhooks.close, nil
}

// fillDemo creates the demo workspace, connects the calendars if there are any, and the webhook,
// and prints the accounts.
func fillDemo(ctx context.Context, url string, calendars *calendarProvider, webhooks *webhookReceiver) {
	err := demo.Fill(ctx, url, time.Now(), demoSeed)
	if err == nil && calendars != nil {
		err = demo.ConnectCalendars(ctx, url, calendars.Provider)
	}
	if err == nil {
		err = demo.ConnectWebhook(ctx, url, webhooks.Receiver, webhooks.url)
	}
	if err != nil {
		if ctx.Err() == nil {
			fmt.Fprintln(os.Stderr, "stint:", err)
		}
		return
	}
	agency := sampledata.Agency()
	owner := agency.Owner()
	fmt.Printf("\nThe demo workspace is ready. All accounts have the password: %s\n", agency.Password)
	for _, p := range agency.People {
		fmt.Printf("  %-8s %-20s %s\n", p.Role, p.Email, p.Name)
	}
	fmt.Printf("Mails of all members, two languages among them: %s/_local/mail\n", url)
	fmt.Printf("%s can sign a timesheet, and has signed another: open the links in the mails at %s/_local/mail?to=%s. "+
		"Each page has the PDF.\n",
		demo.ClientEmail, url, demo.ClientEmail)
	if calendars != nil {
		fmt.Printf("%s has connected calendars: log in and get %s/api/calendar-events\n", owner.Name, url)
	}
	fmt.Println("A webhook prints a line here for each event: Webhook: <time> <type> <what it is about>. Start a " +
		"timer to see one.")
	fmt.Printf("Its log: log in, list %[1]s/api/webhooks and get %[1]s/api/webhooks/<id>/deliveries\n", url)
	fmt.Printf("Log in with: curl -s %s/api/auth/login -H 'Content-Type: application/json' -d "+
		"'{\"email\":\"%s\",\"password\":\"%s\"}'\n",
		url, owner.Email, agency.Password)
}
