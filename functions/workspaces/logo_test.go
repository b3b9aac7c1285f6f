package workspaces_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/apitest"
)

const (
	typePNG = "image/png"
	typeSVG = "image/svg+xml"
)

func logoPath(p *apitest.User) string { return workspacePath(p) + "/logo" }

// The record says which logo there is. Each other one is a change, and the same one again is none.
func TestLogoIsSetAndRemoved(t *testing.T) {
	t.Parallel()
	owner := apitest.New(t).Register("ada")
	if got := owner.Get(workspacePath(owner)).OK()["logo"]; got != nil {
		t.Errorf("a new workspace has the logo %v", got)
	}
	var digests []any
	for n, put := range []func() *apitest.Answer{
		func() *apitest.Answer { return owner.PutLogo(typeSVG, apitest.LogoSVG) },
		func() *apitest.Answer { return owner.PutLogo(typePNG, string(apitest.LogoPNG())) },
	} {
		for range 2 {
			answer := put()
			set := answer.OK()
			shown := owner.Get(workspacePath(owner)).OK()
			if fmt.Sprint(set) != fmt.Sprint(shown) || set["version"] != float64(n+2) ||
				answer.Header.Get("ETag") != fmt.Sprintf(`"%d"`, n+2) {
				t.Errorf("answered %v, shown %v", set, shown)
			}
			digests = append(digests, set["logo"].(object)["sha256"])
		}
	}
	if digests[0] != digests[1] || digests[2] != digests[3] || digests[0] == digests[2] {
		t.Errorf("digests %v", digests)
	}
	for range 2 {
		if removed := owner.Delete(logoPath(owner)).OK(); removed["deleted"] != true {
			t.Errorf("removed %v", removed)
		}
		if w := owner.Get(workspacePath(owner)).OK(); w["logo"] != nil || w["version"] != float64(4) {
			t.Errorf("without a logo: %v", w)
		}
	}
	if again := owner.PutLogo(typeSVG, apitest.LogoSVG).OK(); again["logo"].(object)["sha256"] != digests[0] {
		t.Errorf("set again: %v", again["logo"])
	}
	if got := keptLogos(owner.Service); !strings.HasPrefix(got, "<svg") || strings.Count(got, "\n") != 1 {
		t.Errorf("kept %.200q", got)
	}
	if got := fmt.Sprint(logoChanges(owner)); got != fmt.Sprint([]any{
		object{"logo": []any{nil, digests[0]}}, object{"logo": []any{digests[2], nil}},
		object{"logo": []any{digests[0], digests[2]}}, object{"logo": []any{nil, digests[0]}}}) {
		t.Errorf("in the audit log: %s", got)
	}
}

// logoChanges are the changes of the workspace in the audit log, newest first.
func logoChanges(p *apitest.User) (all []any) {
	for _, event := range p.Get(auditPath(p) + "?action=workspace.changed").Items() {
		all = append(all, event["changes"])
	}
	return all
}

// keptLogos are the pictures in the table.
func keptLogos(api *apitest.Service) (all string) {
	for _, item := range apitest.TableItems(api) {
		if content, ok := item["content"].(*types.AttributeValueMemberB); ok {
			all += string(content.Value) + "\n"
		}
	}
	return all
}

func TestWhoMaySetTheLogo(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner, outsider := api.Register("ada"), api.Register("eve")
	admin, member := owner.AddMember("bob", "admin"), owner.AddMember("max", "user")
	admin.PutLogo(typeSVG, apitest.LogoSVG).OK()
	for _, refused := range []*apitest.User{member, owner.AddMember("ann", "analyst")} {
		refused.PutLogo(typeSVG, "<not read").Problem(403, "forbidden")
		refused.Delete(logoPath(owner)).Problem(403, "forbidden")
	}
	outsider.WorkspaceID = owner.WorkspaceID
	outsider.PutLogo(typeSVG, apitest.LogoSVG).Problem(404, "not_found")
	outsider.Delete(logoPath(owner)).Problem(404, "not_found")
	for _, bearer := range []string{"", createKey(owner)} {
		api.As(bearer).With("Content-Type", typeSVG).Do("PUT", logoPath(owner),
			apitest.LogoSVG).Problem(401, "unauthorized")
	}
	if owner.Get(workspacePath(owner)).OK()["version"] != float64(2) {
		t.Error("a refused request changed the logo")
	}
	for key, status := range map[string]int{createKey(owner): 200, createKey(member): 403} {
		answer := api.As(key).With("Content-Type", typePNG).Do("PUT", "/api/v1/logo", string(apitest.LogoPNG()))
		if answer.Status != status {
			t.Errorf("with a key: %d, want %d\n%s", answer.Status, status, answer.Body)
		}
	}
}

func TestLogoThatIsRefused(t *testing.T) {
	t.Parallel()
	api := apitest.New(t)
	owner := api.Register("ada")
	owner.PutLogo(typeSVG, apitest.LogoSVG).OK()
	before := keptLogos(api)
	script := strings.Replace(apitest.LogoSVG, "<rect", "<script>alert(1)</script><rect", 1)
	for name, put := range map[string]struct {
		mediaType, content string
		status             int
		code               string
	}{
		"a script":           {typeSVG, script, 422, "image_not_allowed"},
		"an SVG as PNG":      {typePNG, apitest.LogoSVG, 422, "image_invalid"},
		"a PNG as SVG":       {typeSVG, string(apitest.LogoPNG()), 422, "image_invalid"},
		"nothing":            {typePNG, "", 422, "required"},
		"a page":             {"text/html", script, 415, ""},
		"no type":            {"", apitest.LogoSVG, 415, ""},
		"JSON":               {"application/json", `{"logo":"x"}`, 415, ""},
		"a form":             {"multipart/form-data; boundary=x", "--x--", 415, ""},
		"65 KB":              {typeSVG, apitest.LogoSVG + strings.Repeat(" ", 64<<10), 413, ""},
		"65 KB that is none": {typePNG, strings.Repeat("x", 64<<10+1), 413, ""},
	} {
		answer := owner.PutLogo(put.mediaType, put.content)
		if answer.Status != put.status || put.code != "" && !strings.Contains(string(answer.Body), `"code":"`+put.code+`"`) {
			t.Errorf("%s: %d, want %d %s\n%s", name, answer.Status, put.status, put.code, answer.Body)
		}
	}
	for _, stale := range []*apitest.Answer{owner.With("If-Match", `"1"`).Delete(logoPath(owner)),
		owner.Send(apitest.Request{Method: "PUT", Path: logoPath(owner), Bearer: owner.Token, Body: apitest.LogoPNG(),
			Header: map[string]string{"Content-Type": typePNG, "If-Match": `"1"`}})} {
		if stale.Status == 200 {
			t.Errorf("another version: %d", stale.Status)
		}
	}
	if w := owner.Get(workspacePath(owner)).OK(); keptLogos(api) != before || w["version"] != float64(2) {
		t.Errorf("a refused logo changed what is kept: %s, %v", keptLogos(api), w)
	}
	padded := apitest.LogoSVG + strings.Repeat("\n", 64<<10-len(apitest.LogoSVG))
	owner.PutLogo(typeSVG, padded).OK()
}
