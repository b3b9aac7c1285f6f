package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"stint/functions/mcp/tools"
)

// toolSchema is the part of a schema of a tool that the page shows.
type toolSchema struct {
	Type        any // a name or a list of names
	Description string
	Required    []string
	Properties  map[string]toolSchema
	Items       *toolSchema
}

// toolsPage describes the tools for agents in Markdown, as they describe themselves.
func toolsPage(ctx context.Context) ([]byte, error) {
	all, err := listTools(ctx)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("# Tools for agents\n\nAgents use these tools at `POST /mcp`, or by `stint mcp`. " +
		"The guide [Agents](guides/12-agents.md) says how to add them to a program.\n\n" + tools.Instructions + "\n")
	for _, t := range all {
		fmt.Fprintf(&out, "\n## %s: `%s`\n\n%s\n", t.Title, t.Name, t.Description)
		for _, part := range []struct {
			title  string
			schema any
		}{{"Input", t.InputSchema}, {"Answer", t.OutputSchema}} {
			if err := writeSchema(&out, part.title, part.schema); err != nil {
				return nil, fmt.Errorf("%s: %w", t.Name, err)
			}
		}
	}
	return out.Bytes(), nil
}

// listTools asks a server in this process for the tools.
func listTools(ctx context.Context) ([]*sdk.Tool, error) {
	about := &sdk.Implementation{Name: "reference", Version: "1"}
	server := sdk.NewServer(about, nil)
	tools.Toolbox{Context: ctx}.AddTo(server)
	near, far := sdk.NewInMemoryTransports()
	if _, err := server.Connect(ctx, far, nil); err != nil {
		return nil, err
	}
	session, err := sdk.NewClient(about, nil).Connect(ctx, near, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }()
	list, err := session.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	return list.Tools, nil
}

// writeSchema writes the properties of a schema as a list, which fits narrow pages.
func writeSchema(out *bytes.Buffer, title string, schema any) error {
	encoded, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	var s toolSchema
	if err := json.Unmarshal(encoded, &s); err != nil || len(s.Properties) == 0 {
		return err
	}
	fmt.Fprintf(out, "\n**%s**\n\n", title)
	writeProperties(out, "", s)
	return nil
}

// writeProperties writes a line for each property, those that are required first, and those of objects below them.
func writeProperties(out *bytes.Buffer, prefix string, s toolSchema) {
	isRequired := func(name string) int {
		if slices.Contains(s.Required, name) {
			return 0
		}
		return 1
	}
	names := slices.SortedFunc(maps.Keys(s.Properties), func(a, b string) int {
		return cmp.Or(isRequired(a)-isRequired(b), strings.Compare(a, b))
	})
	for _, name := range names {
		p := s.Properties[name]
		kind := p.typeName()
		if isRequired(name) == 0 {
			kind += ", required"
		}
		line := fmt.Sprintf("- `%s%s` (%s): %s", prefix, name, kind, p.Description)
		out.WriteString(strings.TrimSuffix(line, ": ") + "\n")
		if inner := p.object(); len(inner.Properties) > 0 && strings.Count(prefix, ".") < maxToolDepth {
			writeProperties(out, prefix+name+".", inner)
		}
	}
}

// maxToolDepth is how many objects inside each other the page opens.
const maxToolDepth = 1

// object is the schema of the object, or of the objects of a list.
func (s toolSchema) object() toolSchema {
	if s.Items != nil {
		return *s.Items
	}
	return s
}

// typeName is the type in words.
func (s toolSchema) typeName() string {
	var names []string
	switch t := s.Type.(type) {
	case string:
		names = []string{t}
	case []any:
		for _, one := range t {
			names = append(names, fmt.Sprint(one))
		}
	}
	kind := strings.Join(slices.DeleteFunc(names, func(n string) bool { return n == "null" }), " or ")
	if s.Items != nil {
		return "list of " + s.Items.typeName()
	}
	return cmp.Or(kind, "any")
}
