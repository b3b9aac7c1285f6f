package openapi

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stint/shared/auth/password"
	"stint/shared/route"
	"stint/shared/wire"
)

// commonProperties describe, by their names in snake_case, the properties that mean the same in many
// records. So their fields need no comment. A field that has one is described by it.
var commonProperties = map[string]string{
	"client_id":      "The id of the client; null without one.",
	"created_at":     "When the record was made.",
	"description":    "What was done.",
	"display_name":   "The name that others see.",
	"email":          "The e-mail address.",
	"expires_at":     "When it stops working; null: never.",
	"id":             "The id of the record.",
	"is_archived":    "Whether the record is archived: it stays in the history and takes no new time.",
	"is_billable":    "Whether the client pays for the time.",
	"items":          "The records of this page.",
	"name":           "The name.",
	"project_id":     "The id of the project; null without one.",
	"provider":       "The short name of the provider.",
	"role":           "The role of the member.",
	"rounding":       "How reports and submissions round durations.",
	"started_at":     "When it started.",
	"status":         "The status of the record.",
	"tag_ids":        "The ids of the tags.",
	"task_id":        "The id of the task; null without one.",
	"updated_at":     "When the record last changed.",
	"user_id":        "The id of the user.",
	"version":        "The number of changes of the record, counted from 1. It is also the ETag.",
	"workspace_id":   "The id of the workspace.",
	"workspace_name": "The name of the workspace.",
}

// parameterDescriptions describe the parameters in paths that are no ids: they have no field.
var parameterDescriptions = map[string]string{
	"code":     "The code of a problem: the last segment of its type.",
	"page":     "A page of the API reference: timers and every other topic, errors, schemas or search.json.",
	"provider": "The short name of the provider.",
	"token":    "The secret from the link.",
}

// newPasswords are the properties that set a password. The operations check its length,
// because they look at the password first.
var newPasswords = map[string]bool{
	"AccountConfirmResetRequest.newPassword": true, "AccountProfileRequest.newPassword": true,
	"AccountRegisterRequest.password": true, "AccountSetPasswordRequest.newPassword": true,
}

// describeCommon describes the properties of a schema that have no comment in the code.
func (b *builder) describeCommon(schema string, s *Schema) {
	if s.Items != nil {
		b.describeCommon(schema, s.Items)
	}
	for _, p := range s.Properties {
		if newPasswords[schema+"."+p.Name] {
			p.Value.MinLength, p.Value.MaxLength = new(password.MinLength), new(password.MaxLength)
		}
		if p.Value.Description == "" || isTypeOnly(p.Value) {
			name := wire.Alias(p.Name)
			addDescription(p.Value, commonDescription(name, p.Value))
			b.used[name] = true
		}
		b.describeCommon(schema, p.Value)
	}
}

// commonDescription is the common description of a property. What null means is left out where it cannot be null.
func commonDescription(name string, s *Schema) string {
	text, meaning, _ := strings.Cut(commonProperties[name], "; null")
	switch {
	case meaning == "":
		return text
	case slices.Contains(s.Type, "null") || slices.ContainsFunc(s.AnyOf, func(a *Schema) bool {
		return slices.Contains(a.Type, "null")
	}):
		return commonProperties[name]
	}
	return text + "."
}

// isTypeOnly reports whether the description of a property only lists its values.
func isTypeOnly(s *Schema) bool {
	return s.ExtensibleEnum != nil && s.Description == valuesSentence(s.ExtensibleEnum)
}

// unusedWords are the common properties and the schema names beside types that the document does not have.
func (b *builder) unusedWords() []string {
	words := maps.Clone(commonProperties)
	maps.DeleteFunc(words, func(name, _ string) bool { return b.used[name] })
	for _, p := range b.source.packages {
		for _, name := range p.names {
			if _, made := b.schemas.Get(name); !made && !strings.Contains(name, "+") {
				words[name] = name
			}
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// describePathParameter describes a parameter in the path of a route.
func describePathParameter(spec route.Spec, name string) string {
	if own, ok := parameterDescriptions[name]; ok || !route.IsIDParam(name) {
		return own
	}
	record := strings.TrimSuffix(name, "Id")
	switch name {
	case "id":
		record, _, _ = strings.Cut(spec.ID, ".")
		record = singular(record)
	case "wid":
		record = "workspace"
	case "linkId":
		record = "client link"
	}
	return "The id of the " + strings.ReplaceAll(record, "_", " ") + "."
}

// typeDescription is the comment of a type without its name, which callers do not know.
func (s *source) typeDescription(t reflect.Type) string {
	text := s.of(t.PkgPath()).types[baseName(t)]
	text = strings.TrimPrefix(text, baseName(t)+" ")
	for _, opening := range []string{"is ", "are "} {
		text = strings.TrimPrefix(text, opening)
	}
	return toSentence(text)
}

// fieldSentence is the comment of a field as a sentence. One that ends with a full stop is one already: it
// may begin with a value such as true.
func fieldSentence(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return toSentence(text)
}

// toSentence makes a sentence of a short comment.
func toSentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	text = string(unicode.ToUpper(first)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
