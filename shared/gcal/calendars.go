package gcal

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"stint/shared/oauth"
)

// get reads a document of the API. Errors: a Failure.
func (c *Client) get(ctx context.Context, step, access, path string, query url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.options.APIURL+path+"?"+query.Encode(), nil)
	if err != nil {
		return newUnavailable(step, err)
	}
	r.Header.Set("Authorization", "Bearer "+access)
	response, err := c.options.HTTP.Do(r)
	if err != nil {
		return newUnavailable(step, err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return c.responseFailure(step, response)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return newUnavailable(step, err)
	}
	return nil
}

// calendar is an item of the user's list of calendars.
type calendar struct {
	ID       string `json:"id"`
	Selected bool   `json:"selected"` // shown in their calendar program
	Primary  bool   `json:"primary"`
	TimeZone string `json:"timeZone"`
}

// maxAccountNameBytes is how long the name of an account may be, in bytes.
const maxAccountNameBytes = 320

// AccountName is the name of the account that an access token belongs to: the id of
// its primary calendar, which at Google is the account's address. Errors: a Failure.
func (c *Client) AccountName(ctx context.Context, access string) (string, error) {
	var primary calendar
	err := c.get(ctx, "account", access, "/users/me/calendarList/primary", url.Values{"fields": {"id"}}, &primary)
	if err == nil && (primary.ID == "" || len(primary.ID) > maxAccountNameBytes) {
		err = &Failure{Kind: Unavailable, cause: &oauth.Failure{Step: "account", Reason: "no primary calendar"}}
	}
	return primary.ID, err
}

// MaxCalendars is how many calendars of a user are read: the primary one, then the
// first ones that the user has selected.
const MaxCalendars = 25

// maxPages bounds the pages of one list, in case a provider never ends it.
const maxPages = 20

// listCalendars lists the calendars whose events are read.
func (c *Client) listCalendars(ctx context.Context, access string) ([]calendar, error) {
	var shown []calendar
	query := url.Values{"minAccessRole": {"reader"}, "maxResults": {"250"},
		"fields": {"nextPageToken,items(id,selected,primary,timeZone)"}}
	err := c.eachPage(query, func(query url.Values) (string, error) {
		var page struct {
			Next  string     `json:"nextPageToken"`
			Items []calendar `json:"items"`
		}
		err := c.get(ctx, "calendars", access, "/users/me/calendarList", query, &page)
		for _, item := range page.Items {
			if item.ID != "" && (item.Primary || item.Selected) {
				shown = append(shown, item)
			}
		}
		return page.Next, err
	})
	slices.SortStableFunc(shown, func(a, b calendar) int { return rank(a) - rank(b) })
	return shown[:min(len(shown), MaxCalendars)], err
}

// rank sorts the primary calendar first.
func rank(c calendar) int {
	if c.Primary {
		return 0
	}
	return 1
}

// eachPage fetches one page after the other until there is no next one.
func (c *Client) eachPage(query url.Values, fetch func(url.Values) (next string, err error)) error {
	for range maxPages {
		next, err := fetch(query)
		if err != nil || next == "" {
			return err
		}
		query.Set("pageToken", next)
	}
	return &Failure{Kind: Unavailable, cause: &oauth.Failure{Step: "paging", Reason: "a list without an end"}}
}
