package sso

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"

	"stint/shared/page"
	"stint/shared/problem"
	"stint/shared/route"
)

//go:embed mishap.html
var mishapText string

var mishapPage = template.Must(template.New("mishap").Parse(mishapText))

// mishap is what the page says.
type mishap struct {
	Advice        string
	Start         string // where to begin again; "" when that is of no use
	Code          problem.Code
	CorrelationID string
}

// Mishap tells people who come back from the provider, by a way that we do not
// choose, why they are not in, and lets them begin again.
func (f *Family) Mishap(p *problem.Error, correlationID string) route.Responder {
	m := mishap{Advice: advice(p), Start: f.config.PublicPath() + base + "/start", Code: p.Code, CorrelationID: correlationID}
	if p.Code == problem.NotFound {
		m.Start = ""
	}
	var body bytes.Buffer
	if err := mishapPage.Execute(&body, m); err != nil {
		panic(err) // a fault of the program: the page takes texts only
	}
	return page.Page{Title: "The sign-in did not work", Body: template.HTML(body.String()), Problem: p}
}

// advice is what happened, in words for people.
func advice(p *problem.Error) string {
	switch p.Code {
	case problem.ExternalOAuthError:
		return "It was cancelled, or what the provider told us could not be trusted. Nobody was signed in."
	case problem.PKCEStateNotFound:
		return "It was finished before, took longer than ten minutes, or was begun in another browser. If you are signed in already, you can close this page."
	case problem.Conflict:
		return p.Detail
	case problem.RateLimited:
		return fmt.Sprintf("There were too many attempts. Try again in %.0f seconds.", math.Ceil(max(1, p.RetryAfter.Seconds())))
	case problem.NotFound:
		return "Single sign-on is not set up here."
	case problem.ServiceUnavailable:
		return "The service is out of breath. Try again in a moment: nothing was done by halves."
	default:
		return "That was our fault. Try again in a while."
	}
}
