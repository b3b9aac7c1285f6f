package feed

import (
	"encoding/json"

	"stint/shared/domain"
)

// Bounds of a batch.
const (
	MaxBatch      = 100     // events
	MaxBatchBytes = 1 << 20 // of their bodies
)

// batchType is the type of a body with several events.
const batchType EventName = "batch"

// batchItem is an event within a batch. Its id is that of its delivery, by which a receiver recognises a repeat.
type batchItem struct {
	ID        domain.ID       `json:"id"`
	Type      EventName       `json:"type"`
	Timestamp domain.Instant  `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// EncodeBatch makes one body of deliveries, in their order, and the message id of the whole: other deliveries have
// another id. The timestamp is that of the last event. It panics without a delivery.
func EncodeBatch(h Webhook, all []Delivery) (id domain.ID, body []byte) {
	items, ids := make([]batchItem, len(all)), make([]string, len(all))
	for i, d := range all {
		if err := json.Unmarshal(d.Body, &items[i]); err != nil {
			panic("feed: a stored event cannot be decoded: " + err.Error())
		}
		items[i].ID, ids[i] = d.ID, string(d.ID)
	}
	id = DeliveryID(h.ID, append([]string{string(batchType)}, ids...)...)
	return id, EncodeEvent(batchType, items[len(items)-1].Timestamp, h.WorkspaceID, items)
}
