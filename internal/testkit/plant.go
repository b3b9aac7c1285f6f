package testkit

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
)

// The effects of this file break the service as a mistake in its code would. Tests plant one to show that they
// would find the mistake.

// Concerns selects items by their partition and sort key.
type Concerns func(partition, sort string) bool

// InPlace selects the items whose sort key begins so.
func InPlace(sortPrefix string) Concerns {
	return func(_, sort string) bool { return strings.HasPrefix(sort, sortPrefix) }
}

// alwaysTrue is a condition that every item meets, and none.
const alwaysTrue = "attribute_exists(pk) OR attribute_not_exists(pk)"

// LoseConditions sends writes without the conditions on the selected items.
func LoseConditions(of Concerns) Effect {
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		body, err := readBody(r)
		if err != nil {
			return nil, err
		}
		var write map[string]any
		if err := json.Unmarshal(body, &write); err != nil {
			return nil, err
		}
		loseCondition(write, of)
		items, _ := write["TransactItems"].([]any)
		for _, item := range items {
			for _, action := range item.(map[string]any) {
				loseCondition(action.(map[string]any), of)
			}
		}
		if body, err = json.Marshal(write); err != nil {
			return nil, err
		}
		return exchange(withBody(r, body))
	}
}

// loseCondition replaces the condition of one write by one that holds always.
func loseCondition(write map[string]any, of Concerns) {
	partition, sort := wireKey(write)
	if _, has := write["ConditionExpression"]; !has || !of(partition, sort) {
		return
	}
	write["ConditionExpression"] = alwaysTrue
	update, _ := write["UpdateExpression"].(string)
	for _, attribute := range []string{"ExpressionAttributeNames", "ExpressionAttributeValues"} {
		named, _ := write[attribute].(map[string]any)
		for name := range named {
			if !strings.Contains(update, name) {
				delete(named, name)
			}
		}
		if len(named) == 0 {
			delete(write, attribute)
		}
	}
}

// wireKey is the key of one write on the wire.
func wireKey(write map[string]any) (partition, sort string) {
	of, ok := write["Item"].(map[string]any)
	if !ok {
		of, _ = write["Key"].(map[string]any)
	}
	text := func(name string) string {
		value, _ := of[name].(map[string]any)
		s, _ := value["S"].(string)
		return s
	}
	return text("pk"), text("sk")
}

// StaleReads answers reads of the selected items by their keys with what the first such read found, also if it found
// nothing. It is for batch reads.
func StaleReads(of Concerns) Effect {
	stale := staleItems{of: of, first: map[itemKey]json.RawMessage{}}
	return func(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
		body, err := readBody(r)
		if err != nil {
			return nil, err
		}
		response, err := exchange(withBody(r, body))
		if err != nil || response.StatusCode != http.StatusOK {
			return response, err
		}
		var request, answer tornBatch
		if err := json.Unmarshal(body, &request); err != nil {
			return nil, err
		}
		if err := decodeBody(response, &answer); err != nil {
			return nil, err
		}
		for table, in := range request.RequestItems {
			if answer.Responses[table], err = stale.replace(in["Keys"], answer.Responses[table]); err != nil {
				return nil, err
			}
		}
		return answer.answer(response)
	}
}

// staleItems are the selected items as they were first read. What was not there is nil.
type staleItems struct {
	of    Concerns
	mu    sync.Mutex
	first map[itemKey]json.RawMessage
}

// replace puts the first items in the place of those that were read.
func (s *staleItems) replace(keys json.RawMessage, items []json.RawMessage) ([]json.RawMessage, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(keys, &all); err != nil {
		return nil, err
	}
	found := map[itemKey]json.RawMessage{}
	for _, item := range items {
		found[keyOf(item)] = item
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var now []json.RawMessage
	for _, raw := range all {
		k := keyOf(raw)
		item := found[k]
		if s.of(k.PK.S, k.SK.S) {
			if _, known := s.first[k]; !known {
				s.first[k] = item
			}
			item = s.first[k]
		}
		if item != nil {
			now = append(now, item)
		}
	}
	return now, nil
}

// SendTwice sends a write twice, the second time without what tells the database that it is the same one. The
// answer is that to the first.
func SendTwice(r *http.Request, exchange func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	response, err := exchange(withBody(r, body))
	if err != nil {
		return nil, err
	}
	var again map[string]any
	if err := json.Unmarshal(body, &again); err != nil {
		return nil, err
	}
	delete(again, "ClientRequestToken")
	if body, err = json.Marshal(again); err != nil {
		return nil, err
	}
	second, err := exchange(withBody(r, body))
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, second.Body)
	second.Body.Close()
	return response, err
}

func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	closeRequestBody(r)
	return bytes.TrimSpace(body), err
}
