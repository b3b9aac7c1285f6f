package page

import (
	_ "embed"

	"stint/shared/locale"
)

// PasskeyScript is the script of a page that signs in with a passkey, because browsers have no other way to one. It
// uses the element with the id passkeys, which it shows where the browser has passkeys, and in it the button sign-in
// and the text status.
//
//go:embed passkey.js
var PasskeyScript string

// PasskeySignIn is what the script finds as data of the element.
type PasskeySignIn struct {
	Base     string // path under which the service is reached
	Path     string // below it, of the route that signs in
	Next     string // where the browser goes then: path and query
	Button   string
	Messages map[string]string // that the script shows, by their names
}

// NewPasskeySignIn is a sign-in in a language.
func NewPasskeySignIn(l locale.Language, base, path, next string) PasskeySignIn {
	texts := catalogue.In(l)
	return PasskeySignIn{Base: base, Path: path, Next: next, Button: texts.Text("passkey.sign_in"),
		Messages: map[string]string{"wait": texts.Text("passkey.wait"), "failed": texts.Text("passkey.failed"),
			"wrong": texts.Text("passkey.wrong"), "none": texts.Text("passkey.none")}}
}
