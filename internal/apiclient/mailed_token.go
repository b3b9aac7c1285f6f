package apiclient

import (
	"fmt"
	"net/url"
	"regexp"
	"time"
)

// mailWait bounds the wait for a mail.
const mailWait = 20 * time.Second

// linkToken finds the page and the token in the links of mails.
var linkToken = regexp.MustCompile(`/p/([a-z-]+)(?:\?token=|/)([0-9A-Za-z_-]+)`)

// MailedToken waits for a mail to an address with a link to a page, such as verify-email, in the
// inbox of a home server. It returns the token of the newest one.
func (s *Sequence) MailedToken(to, page string) string {
	deadline := time.After(mailWait)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		items, _ := s.Get("", "/_local/mail?to="+url.QueryEscape(to))["items"].([]any)
		for _, item := range items {
			for _, link := range linkToken.FindAllStringSubmatch(Text(item.(Object), "text"), -1) {
				if link[1] == page {
					return link[2]
				}
			}
		}
		if s.Err != nil {
			return ""
		}
		select {
		case <-s.Context.Done():
			s.Err = s.Context.Err()
		case <-deadline:
			s.Err = fmt.Errorf("no mail to %s with a link to %s", to, page)
		case <-tick.C:
		}
	}
}
