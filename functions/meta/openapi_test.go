package meta_test

import (
	"encoding/json"
	"testing"

	"stint/internal/apitest"
	"stint/shared/config"
)

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, func(c *config.Config) { c.PublicURL = apitest.BaseURL + `/li"ve` })
	document := api.Send(apitest.Request{Method: "GET", Path: "/api/openapi.json"}).OK()
	if document["openapi"] != "3.1.1" {
		t.Errorf("version %v", document["openapi"])
	}
	server := document["servers"].([]any)[0].(map[string]any)["url"]
	if server != apitest.BaseURL+`/li"ve` {
		t.Errorf("server %v, want the instance's own address", server)
	}
	if paths := document["paths"].(map[string]any); paths["/api/openapi.json"] == nil {
		t.Error("the document does not name itself")
	}
}

// toJSON gives an answer's member as JSON text.
func toJSON(t *testing.T, value any) string {
	t.Helper()
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
