package oauth

import (
	"context"

	"stint/shared/accounts"
	"stint/shared/apps"
	"stint/shared/domain/people"
	"stint/shared/locale"
	"stint/shared/route"
)

// The paths of this family.
const (
	serverMetadataPath = "/.well-known/oauth-authorization-server"
	authorizePath      = accounts.AuthorizePath
	tokenPath          = "/oauth/token"
	revokePath         = "/oauth/revoke"
	deviceCodePath     = "/oauth/device_authorization"
	devicePath         = accounts.DevicePath
)

// serverMetadata describes the authorization server (RFC 8414, section 2).
type serverMetadata struct {
	Issuer                 string   `json:"issuer"`
	AuthorizationEndpoint  string   `json:"authorization_endpoint"`
	TokenEndpoint          string   `json:"token_endpoint"`
	DeviceEndpoint         string   `json:"device_authorization_endpoint"`
	RevocationEndpoint     string   `json:"revocation_endpoint"`
	JWKSURI                string   `json:"jwks_uri"`
	ServiceDocumentation   string   `json:"service_documentation"`
	Scopes                 []string `json:"scopes_supported"`
	ResponseTypes          []string `json:"response_types_supported"`
	ResponseModes          []string `json:"response_modes_supported"`
	GrantTypes             []string `json:"grant_types_supported"`
	TokenAuthMethods       []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods  []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods       []string `json:"code_challenge_methods_supported"`
	UILocales              []string `json:"ui_locales_supported"`
	IssuerInResponses      bool     `json:"authorization_response_iss_parameter_supported"` // RFC 9207
	ClientIDMetadata       bool     `json:"client_id_metadata_document_supported"`
	ProtectedResources     []string `json:"protected_resources"` // RFC 9728, section 4
	RequestURISupported    bool     `json:"request_uri_parameter_supported"`
	RequestObjectSupported bool     `json:"request_parameter_supported"`
}

var authMethods = []string{"none", "client_secret_basic", "client_secret_post"}

func (f *Family) serverMetadata(context.Context, *route.Call[route.NoInput]) (serverMetadata, error) {
	base := f.config.PublicURL
	return serverMetadata{
		Issuer: base, AuthorizationEndpoint: base + authorizePath, TokenEndpoint: base + tokenPath,
		DeviceEndpoint: base + deviceCodePath, RevocationEndpoint: base + revokePath,
		JWKSURI: base + "/.well-known/jwks.json", ServiceDocumentation: base + "/api/docs",
		Scopes: scopeNames(), ResponseTypes: []string{"code"}, ResponseModes: []string{"query"},
		GrantTypes:       []string{grantCode, grantRefresh, grantDevice},
		TokenAuthMethods: authMethods, RevocationAuthMethods: authMethods, ChallengeMethods: []string{"S256"},
		UILocales: uiLocales(), IssuerInResponses: true, ClientIDMetadata: true, ProtectedResources: f.resources(),
	}, nil
}

// resourceMetadata describes a protected resource (RFC 9728, section 2).
type resourceMetadata struct {
	Resource             string   `json:"resource"`
	AuthorizationServers []string `json:"authorization_servers"`
	Scopes               []string `json:"scopes_supported"`
	BearerMethods        []string `json:"bearer_methods_supported"`
	Name                 string   `json:"resource_name"`
	Documentation        string   `json:"resource_documentation"`
}

// mcpPath is the path of the resource for agents, and the end of the address of its metadata.
const mcpPath = "/mcp"

// resources are the protected resources: the API, and its tools for agents. Both accept the tokens of each.
func (f *Family) resources() []string { return apps.Audiences(f.config.PublicURL) }

func (f *Family) apiMetadata(context.Context, *route.Call[route.NoInput]) (resourceMetadata, error) {
	return f.resourceMetadata("", "Stint"), nil
}

func (f *Family) mcpMetadata(context.Context, *route.Call[route.NoInput]) (resourceMetadata, error) {
	return f.resourceMetadata(mcpPath, "Stint for agents"), nil
}

func (f *Family) resourceMetadata(path, name string) resourceMetadata {
	return resourceMetadata{
		Resource: f.config.PublicURL + path, AuthorizationServers: []string{f.config.PublicURL}, Scopes: scopeNames(),
		BearerMethods: []string{"header"}, Name: name, Documentation: f.config.PublicURL + "/api/docs",
	}
}

// scopeNames are the scopes: the levels of access, and that for a refresh token.
func scopeNames() (names []string) {
	for _, level := range people.AccessLevels() {
		names = append(names, string(level))
	}
	return append(names, scopeOffline)
}

func uiLocales() (names []string) {
	for _, l := range locale.Languages() {
		names = append(names, string(l))
	}
	return names
}
