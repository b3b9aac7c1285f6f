package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"stint/shared/domain/feed"
)

// ErrTooLarge is the error of a document that is larger than its bound.
var ErrTooLarge = errors.New("the document is too large")

// Document is what an address answered.
type Document struct {
	Header http.Header
	Body   []byte
}

// Get fetches a document in JSON of at most so many bytes. The context bounds all of it. A redirect is no document.
// Errors do not have the address.
func Get(ctx context.Context, client *http.Client, from feed.WebhookURL, most int64) (Document, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from.Reveal(), nil)
	if err != nil {
		return Document{}, errors.New("the address cannot be called")
	}
	request.Header.Set("Accept", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return Document{}, withoutAddress(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return Document{}, fmt.Errorf("it answered with the status %d", response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if err == nil && int64(len(body)) > most {
		err = ErrTooLarge
	}
	return Document{Header: response.Header, Body: body}, err
}
