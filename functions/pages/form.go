package pages

import (
	"errors"
	"strings"

	"stint/shared/problem"
)

// form is the form of a page. What it sends goes to the page's own path, with
// the token inside, so that no further address holds it.
type form struct {
	Action string // path
	Token  string
	Fields []field
	Button string
	Wrong  string // what is wrong with it as a whole; "" is nothing
}

// field is one input with its label.
type field struct {
	Name, Label  string
	Type         string // of the input: text, email or password
	Autocomplete string // what browsers may fill in
	Value        string // never of a password
	Hint         string // said before anything is filled in; may be ""
	Wrong        string // what is wrong with what was sent; "" is nothing
	Focus        bool   // where typing starts: the first field that is wrong
}

// DescribedBy names the texts that belong to the input, for those who hear it.
func (f field) DescribedBy() string {
	var ids []string
	if f.Wrong != "" {
		ids = append(ids, f.Name+"-error")
	}
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	return strings.Join(ids, " ")
}

// markErrors writes at its fields what was wrong with what was sent; nil is nothing.
func (f *form) markErrors(err error) {
	var known *problem.Error
	if !errors.As(err, &known) {
		return
	}
	f.Wrong = "Please look at what you filled in: something is not right."
	all := known.Fields
	if known.Code == problem.CodeUnauthorized {
		all = []problem.Field{{Field: "password", Message: "is not the one of your account"}}
	}
	for _, wrong := range all {
		for i := range f.Fields {
			if at := &f.Fields[i]; at.Name == wrong.Field && at.Wrong == "" {
				at.Wrong = at.Label + " " + wrong.Message + "."
			}
		}
	}
	for i := range f.Fields {
		if f.Fields[i].Wrong != "" {
			f.Fields[i].Focus = true
			return
		}
	}
}

// The fields that the forms are made of.

func emailField(value string) field {
	return field{Name: "email", Label: "E-mail address", Type: "email", Autocomplete: "username", Value: value}
}

func passwordField() field {
	return field{Name: "password", Label: "Password", Type: "password", Autocomplete: "current-password"}
}

func newPasswordField(name, label string) field {
	return field{
		Name: name, Label: label, Type: "password", Autocomplete: "new-password",
		Hint: "8 to 128 characters of any kind. Several words that do not belong together make a good one.",
	}
}
