package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"stint/shared/retry"
)

// unknownReceiver is an address that no server can have (RFC 2606). A delivery to it fails, which
// shows that the deliverer works, and disturbs nobody.
const unknownReceiver = "https://webhook.invalid/stint"

// checkWebhook sends a test event and waits until the deliverer has tried to deliver it.
func checkWebhook(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	webhook, err := run.do(ctx, run.owner, http.MethodPost, "/api/webhooks",
		object{"url": run.webhook, "events": []string{"tag.deleted"}})
	if err != nil {
		return "", err
	}
	path := fmt.Sprintf("/api/webhooks/%v", webhook["id"])
	if _, err := run.do(ctx, run.owner, http.MethodPost, path+"/test", nil); err != nil {
		return "", err
	}
	for {
		list, err := run.do(ctx, run.owner, http.MethodGet, path+"/deliveries", nil)
		if err != nil {
			return "", err
		}
		if note, tried := attemptIn(list); tried {
			return note, nil
		}
		if err := retry.Wait(ctx, mailPause); err != nil {
			return "", fmt.Errorf("nothing was sent: %w", err)
		}
	}
}

// attemptIn describes the last attempt of the first delivery in a list; tried is false without one.
func attemptIn(list object) (note string, tried bool) {
	items, _ := list["items"].([]any)
	if len(items) == 0 {
		return "", false
	}
	delivery, _ := items[0].(object)
	if attempts, _ := delivery["attempts"].(float64); attempts == 0 {
		return "", false
	}
	if status := delivery["response_status"]; status != nil {
		return fmt.Sprintf("status %v", status), true
	}
	return fmt.Sprintf("no answer: %v", delivery["error"]), true
}

// mailPause is the pause between two looks into the inbox of a home server.
const mailPause = 500 * time.Millisecond

// checkMail asks for a mail. At home it also waits for it in the inbox. In the cloud the
// log of the worker shows what became of it.
func checkMail(ctx context.Context, run *smokeRun) (string, error) {
	if run.owner == nil {
		return "", errNoAccount
	}
	if _, err := run.do(ctx, run.owner, http.MethodPost, "/api/auth/verify-email/resend", nil); err != nil {
		return "", err
	}
	mails := newService(run.inbox)
	path := "/_local/mail?to=" + url.QueryEscape(run.owner.email)
	for {
		a, err := mails.send(ctx, call{Method: http.MethodGet, Path: path})
		if err != nil {
			return "", err
		}
		if a.Status == http.StatusNotFound {
			return "asked for; the service has no inbox to look into", nil
		}
		o, err := a.object()
		if err != nil {
			return "", err
		}
		if items, _ := o["items"].([]any); len(items) > 0 {
			return fmt.Sprintf("%d in the inbox", len(items)), nil
		}
		if err := retry.Wait(ctx, mailPause); err != nil {
			return "", fmt.Errorf("no mail came: %w", err)
		}
	}
}
