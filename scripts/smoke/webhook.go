package main

import (
	"context"
	"fmt"
	"net/http"

	"stint/shared/retry"
)

// unknownReceiver is an address that no server can have (RFC 2606). A delivery to it fails, which
// shows that the deliverer works, and disturbs nobody.
const unknownReceiver = "https://webhook.invalid/stint"

// checkWebhook sends a test event and waits until the deliverer has tried to deliver it.
func checkWebhook(ctx context.Context, v *smokeRun) (string, error) {
	if v.owner == nil {
		return "", errNoAccount
	}
	webhook, err := v.do(ctx, v.owner, http.MethodPost, "/api/webhooks", object{"url": v.webhook, "events": []string{"tag.deleted"}})
	if err != nil {
		return "", err
	}
	path := fmt.Sprintf("/api/webhooks/%v", webhook["id"])
	if _, err := v.do(ctx, v.owner, http.MethodPost, path+"/test", nil); err != nil {
		return "", err
	}
	for {
		list, err := v.do(ctx, v.owner, http.MethodGet, path+"/deliveries", nil)
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
	attempts, _ := delivery["attempts"].(float64)
	return fmt.Sprintf("status %v, error %v", delivery["response_status"], delivery["error"]), attempts > 0
}
