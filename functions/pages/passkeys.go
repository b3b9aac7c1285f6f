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

// The page of passkeys is for deployments without a front end.

//go:embed passkeys.html
var passkeysHTML string

//go:embed passkeys.js
var passkeysScript string

var passkeysTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("passkeys").Parse(passkeysHTML))
})

// passkeysView is the content of the page. The script shows its messages.
type passkeysView struct {
	Heading, Lead, NoScript, AddHeading, Add string

	SignIn page.PasskeySignIn
	Fields []passkeyField
}

type passkeyField struct{ Name, Label, Hint, Type, Autocomplete string }

func (f *Family) passkeys(_ context.Context, c *route.Call[route.NoInput]) (page.Page, error) {
	p := readerOf(c.Request, "")
	v := passkeysView{
		Heading: p.Text("passkeys.heading"), Lead: p.Text("passkeys.lead"), NoScript: p.Text("passkeys.no_script"),
		AddHeading: p.Text("passkeys.add_heading"), Add: p.Text("passkeys.add"),
		SignIn: page.NewPasskeySignIn(p.Language, f.basePath, "/api/auth/passkey", f.basePath+signedInPath),
		Fields: []passkeyField{
			{"email", p.Text("field.email"), "", "email", "username"},
			{"password", p.Text("field.password"), "", "password", "current-password"},
			{"code", p.Text("passkeys.code_label"), p.Text("passkeys.code_hint"), "text", "one-time-code"},
			{"name", p.Text("passkeys.name"), "", "text", "off"},
		},
	}
	for _, name := range []string{"added", "wrong", "code", "most"} {
		v.SignIn.Messages[name] = p.Text("passkeys." + name)
	}
	var body bytes.Buffer
	if err := passkeysTemplate().Execute(&body, v); err != nil {
		return page.Page{}, err
	}
	return page.Page{Title: v.Heading, Body: template.HTML(body.String()), Class: "card", Language: p.Language,
		FromBrowser: p.FromBrowser, Script: page.PasskeyScript + passkeysScript}, nil
}
