package webhooks

import (
	"stint/shared/auth"
	"stint/shared/domain/audit"
	"stint/shared/problem"
	"stint/shared/route"
)

// Routes is the route table of this family.
var Routes = route.WithTwins([]route.Spec{
	{
		ID: "webhooks.list", Method: "GET", Path: "/api/webhooks",
		Credential: auth.Session, Permission: auth.ReadWebhooks,
		Summary: "List webhooks",
		Notes:   "For owner and admins. In order of creation.",
		Op:      route.OpWithInput((*Family).list),
	},
	{
		ID: "webhooks.create", Method: "POST", Path: "/api/webhooks",
		Credential: auth.Session, Permission: auth.ManageWebhooks, Fresh: route.FreshAlways, NeedsProvenEmail: true,
		Creates: true,
		Summary: "Create a webhook",
		Notes: "For owner and admins. Only this answer and that of a rotation show the secret, with which the receiver " +
			"verifies the signatures (Standard Webhooks). A replay with the same Idempotency-Key has null instead. A " +
			"workspace has at most 20 webhooks.",
		Audit: []audit.Action{audit.WebhookCreated}, Problems: []problem.Code{problem.CodeConflict},
		Op: route.Op((*Family).create),
	},
	{
		ID: "webhooks.get", Method: "GET", Path: "/api/webhooks/{id}",
		Credential: auth.Session, Permission: auth.ReadWebhooks,
		Summary: "Get a webhook",
		Notes:   "For owner and admins. It says since when deliveries fail, and why the service switched it off.",
		Op:      route.OnRecord((*Family).loadWebhook, (*Family).get),
	},
	{
		ID: "webhooks.change", Method: "PATCH", Path: "/api/webhooks/{id}",
		Credential: auth.Session, Permission: auth.ManageWebhooks, Fresh: route.FreshAlways, NeedsProvenEmail: true,
		Summary: "Update a webhook",
		Notes: "A webhook that is switched on starts with the events from then on. A request without changes keeps the " +
			"version.",
		Audit: []audit.Action{audit.WebhookChanged},
		Op:    route.OnRecord((*Family).loadWebhook, (*Family).change),
	},
	{
		ID: "webhooks.delete", Method: "DELETE", Path: "/api/webhooks/{id}",
		Credential: auth.Session, Permission: auth.ManageWebhooks,
		Summary: "Delete a webhook",
		Notes:   "Nothing is sent any more, also of the deliveries that wait.",
		Audit:   []audit.Action{audit.WebhookDeleted},
		Op:      route.OnRecord((*Family).loadWebhook, (*Family).remove),
	},
	{
		ID: "webhooks.test", Method: "POST", Path: "/api/webhooks/{id}/test",
		Credential: auth.Session, Permission: auth.ManageWebhooks,
		Summary: "Send a test event",
		Notes: "Sends webhook.test once, before the deliveries that wait, also to a webhook that is switched off. The " +
			"result is in the list of deliveries.",
		Op: route.OnRecord((*Family).loadWebhook, (*Family).test),
	},
	{
		ID: "webhooks.rotate_secret", Method: "POST", Path: "/api/webhooks/{id}/rotate-secret",
		Credential: auth.Session, Permission: auth.ManageWebhooks, Fresh: route.FreshAlways, NeedsProvenEmail: true,
		Summary: "Replace the secret of a webhook",
		Notes:   "Only this answer shows the new secret. The previous one signs too for 24 hours.",
		Audit:   []audit.Action{audit.WebhookChanged},
		Op:      route.OnRecord((*Family).loadWebhook, (*Family).rotateSecret),
	},
	{
		ID: "webhooks.deliveries.list", Method: "GET", Path: "/api/webhooks/{id}/deliveries",
		Credential: auth.Session, Permission: auth.ReadWebhooks,
		Summary: "List the deliveries of a webhook",
		Notes:   "Newest first, those of the last 7 days.",
		Op:      route.OnRecordWithInput((*Family).loadWebhook, (*Family).listDeliveries),
	},
	{
		ID: "webhooks.deliveries.redeliver", Method: "POST", Path: "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver",
		Credential: auth.Session, Permission: auth.ManageWebhooks,
		Summary: "Send a delivery again",
		Notes: "The same event with the same id, after the deliveries that wait, as a new attempt without the result " +
			"of the earlier one. One that waits itself stays as it is. 409 if the webhook is switched off.",
		Op: route.OnRecord((*Family).loadDelivery, (*Family).redeliverDelivery),
	},
})
