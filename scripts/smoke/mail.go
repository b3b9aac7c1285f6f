package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"stint/shared/retry"
)

// mailPause is the pause between two looks into the inbox of a home server.
const mailPause = 500 * time.Millisecond

// checkMail asks for a mail. At home it also waits for it in the inbox. In the cloud the
// log of the worker shows what became of it.
func checkMail(ctx context.Context, v *smokeRun) (string, error) {
	if v.owner == nil {
		return "", errNoAccount
	}
	if _, err := v.do(ctx, v.owner, http.MethodPost, "/api/auth/verify-email/resend", nil); err != nil {
		return "", err
	}
	mails := newService(v.inbox)
	path := "/_local/mail?to=" + url.QueryEscape(v.owner.email)
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
