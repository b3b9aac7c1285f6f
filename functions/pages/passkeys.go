package pages

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"sync"

	"stint/shared/page"
	"stint/shared/route"
)

// The page of passkeys is for deployments without a front end. It is the only page with a script, because browsers have
// no other way to a passkey.

//go:embed passkeys.html
var passkeysHTML string

//go:embed passkeys.js
var passkeysScript string

var passkeysTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("passkeys").Parse(passkeysHTML))
})

// passkeysView is the content of the page. The script shows its messages.
type passkeysView struct {
	Base, Heading, Lead, NoScript, SignIn, AddHeading, Add string

	Fields   []passkeyField
	Messages map[string]string
}

type passkeyField struct{ Name, Label, Hint, Type, Autocomplete string }

func (f *Family) passkeys(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	v := passkeysView{
		Base: f.basePath, Heading: p.Text("passkeys.heading"), Lead: p.Text("passkeys.lead"),
		NoScript: p.Text("passkeys.no_script"), SignIn: p.Text("passkeys.sign_in"),
		AddHeading: p.Text("passkeys.add_heading"), Add: p.Text("passkeys.add"),
		Fields: []passkeyField{
			{"email", p.Text("field.email"), "", "email", "username"},
			{"password", p.Text("field.password"), "", "password", "current-password"},
			{"code", p.Text("passkeys.code_label"), p.Text("passkeys.code_hint"), "text", "one-time-code"},
			{"name", p.Text("passkeys.name"), "", "text", "off"},
		},
		Messages: map[string]string{
			"wait": p.Text("passkeys.wait"), "added": p.Text("passkeys.added"), "failed": p.Text("passkeys.failed"),
			"wrong": p.Text("passkeys.wrong"), "code": p.Text("passkeys.code"), "none": p.Text("passkeys.none"),
			"most": p.Text("passkeys.most"),
		},
	}
	var body bytes.Buffer
	if err := passkeysTemplate().Execute(&body, v); err != nil {
		return page.Page{}, err
	}
	return page.Page{Title: v.Heading, Body: template.HTML(body.String()), Class: "card", Language: p.Language,
		FromBrowser: p.FromBrowser, Script: passkeysScript}, nil
}
