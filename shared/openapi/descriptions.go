package openapi

import (
	"strings"

	"stint/shared/auth/password"
	"stint/shared/route"
	"stint/shared/wire"
)

// newPasswords are the properties that set a password. The operations check its length,
// because they look at the password first.
var newPasswords = map[string]bool{
	"AccountConfirmResetRequest.newPassword": true, "AccountProfileRequest.newPassword": true,
	"AccountRegisterRequest.password": true, "AccountSetPasswordRequest.newPassword": true,
}

// describeSchemas describes all schemas and properties that have no comment in the code.
func (b *builder) describeSchemas() {
	for _, s := range b.schemas {
		if s.Value.Description == "" {
			s.Value.Description = schemaDescriptions[s.Name]
		}
		describeProperties(s.Name, s.Value)
	}
}

func describeProperties(schema string, s *Schema) {
	if s.Items != nil {
		describeProperties(schema, s.Items)
	}
	for _, p := range s.Properties {
		if newPasswords[schema+"."+p.Name] {
			p.Value.MinLength, p.Value.MaxLength = new(password.MinLength), new(password.MaxLength)
		}
		if p.Value.Description == "" || isTypeOnly(p.Value) {
			addDescription(p.Value, describeProperty(schema, p.Name))
		}
		describeProperties(schema, p.Value)
	}
}

// isTypeOnly reports whether the description of a property only lists its values.
func isTypeOnly(s *Schema) bool {
	return s.ExtensibleEnum != nil && s.Description == valuesSentence(s.ExtensibleEnum)
}

func describeProperty(schema, name string) string {
	if own, ok := propertyDescriptions[schema+"."+name]; ok {
		return own
	}
	return propertyDescriptions[wire.Alias(name)]
}

// describeParameter describes a query parameter that has no comment in the code.
func describeQuery(name string) string {
	if own, ok := queryDescriptions[wire.Alias(name)]; ok {
		return own
	}
	return propertyDescriptions[wire.Alias(name)]
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
