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

// passkeyMessages are the names of the texts that the script shows.
var passkeyMessages = []string{"wait", "added", "failed", "wrong", "code", "none", "most"}

func (f *Family) passkeys(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	text := func(name string) string { return p.Text("passkeys." + name) }
	v := passkeysView{
		Base: f.basePath, Heading: text("heading"), Lead: text("lead"), NoScript: text("no_script"),
		SignIn: text("sign_in"), AddHeading: text("add_heading"), Add: text("add"),
		Fields: []passkeyField{
			{"email", p.Text("field.email"), "", "email", "username"},
			{"password", p.Text("field.password"), "", "password", "current-password"},
			{"code", text("code_label"), text("code_hint"), "text", "one-time-code"},
			{"name", text("name"), "", "text", "off"},
		},
		Messages: map[string]string{},
	}
	for _, name := range passkeyMessages {
		v.Messages[name] = text(name)
	}
	var body bytes.Buffer
	if err := passkeysTemplate().Execute(&body, v); err != nil {
		return page.Page{}, err
	}
	return page.Page{Title: v.Heading, Body: template.HTML(body.String()), Class: "card", Language: p.Language,
		FromBrowser: p.FromBrowser, Script: passkeysScript}, nil
}
