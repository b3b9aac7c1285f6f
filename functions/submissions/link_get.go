package submissions

import (
	"context"

	"stint/shared/route"
	"stint/shared/signing"
)

// linkDetails is a client link with its content.
type linkDetails struct {
	linkAnswer
	Content signing.CanonicalContent `json:"content"`
}

func (f *Family) getLink(_ context.Context, c *route.Call[route.NoInput], l submissionLink) (linkDetails, error) {
	if _, err := c.ReadValid(); err != nil {
		return linkDetails{}, err
	}
	content, err := signing.ParseContent(l.content)
	return linkDetails{linkAnswer: toLinkAnswer(l.Submission, l.ClientLink, c.Now), Content: content}, err
}
