package store

import (
	"fmt"

	"stint/shared/domain"
	"stint/shared/table"
)

// webhookKey is the key of a webhook. Webhooks and their deliveries have a partition of
// their own, so that the function that calls them can write nothing else.
func webhookKey(w, h domain.ID) table.Key { return key(webhooksPK(w), webhookPrefix+string(h)) }
func webhooksPK(w domain.ID) string       { return workspacePK(w) + webhooksSuffix }

func deliveryKey(w, h, d domain.ID) table.Key {
	return key(webhooksPK(w), deliveriesOf(h)+string(d))
}

func deliveriesOf(h domain.ID) string { return deliveryPrefix + string(h) + "#" }

// seenKey is the key of what a webhook has seen of a record.
func seenKey(w, h domain.ID, record string) table.Key {
	return key(webhooksPK(w), seenPrefix+string(h)+"#"+record)
}

// deliveryLSK is the order of the deliveries of a webhook.
func deliveryLSK(h domain.ID, number int64) string {
	return deliveriesOf(h) + fmt.Sprintf("%012d", number)
}

// webhookDuePK is the partition of the index by_ws that has the webhooks by when they are due.
const webhookDuePK = "HOOKS"

// webhookOffPK is the partition of the index by_ws that has the webhooks that the service
// switched off and whose makers were not mailed yet.
const webhookOffPK = "HOOKSOFF"

func webhookDue(at domain.Instant, h domain.ID) string { return at.String() + "#" + string(h) }
