package domain

import "encoding/json"

// EventBody is what a webhook is sent.
type EventBody struct {
	Type        EventName `json:"type"`
	Timestamp   Instant   `json:"timestamp"` // of the event
	WorkspaceID ID        `json:"workspace_id"`
	Data        any       `json:"data"`
}

// TestData is the data of a test.
type TestData struct {
	WebhookID ID     `json:"webhook_id"`
	Message   string `json:"message"`
}

// EncodeEvent makes the body of a delivery. data must be a value that encodes.
func EncodeEvent(e EventName, at Instant, workspace ID, data any) []byte {
	body, err := json.Marshal(EventBody{e, at, workspace, data})
	if err != nil {
		panic("domain: an event cannot be encoded: " + err.Error())
	}
	return body
}
