package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// fields are the roles of fields of forms in the accessibility tree.
var fields = []string{"textbox", "searchbox", "checkbox", "radio", "combobox", "spinbutton", "Date"}

// find is the one element with a name and one of the roles, as assistive technology sees
// the page.
func find(ctx context.Context, name string, roles ...string) (runtime.RemoteObjectID, error) {
	document, err := chromedp.Run(ctx, chromedp.Evaluate[*runtime.RemoteObject]("document"))
	if err != nil {
		return "", err
	}
	tree, err := chromedp.Call(ctx, accessibility.QueryAXTree,
		accessibility.QueryAXTreeParams{ObjectID: document.ObjectID, AccessibleName: name})
	if err != nil {
		return "", err
	}
	tree.Nodes = slices.DeleteFunc(tree.Nodes, func(n *accessibility.Node) bool {
		var role string
		return n.Ignored || json.Unmarshal(n.Role.Value, &role) != nil || !slices.Contains(roles, role)
	})
	if len(tree.Nodes) != 1 {
		return "", fmt.Errorf("the page has %d of %q with the name %q", len(tree.Nodes), roles, name)
	}
	return resolve(ctx, tree.Nodes[0].BackendDOMNodeID)
}

func resolve(ctx context.Context, node cdp.BackendNodeID) (runtime.RemoteObjectID, error) {
	found, err := chromedp.Call(ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: node})
	if err != nil {
		return "", err
	}
	return found.Object.ObjectID, nil
}

// call calls a function on an element.
func call[T any](ctx context.Context, on runtime.RemoteObjectID, function string) (T, error) {
	return chromedp.Run(ctx, chromedp.CallFunctionOn[T](function,
		func(p *runtime.CallFunctionOnParams) { p.ObjectID = on }))
}

// callField waits for the field with a label and calls a function on it.
func callField[T any](p *Page, label, function string) (result T) {
	p.t.Helper()
	p.await("use the field "+label, func(ctx context.Context) error {
		field, err := find(ctx, label, fields...)
		if err == nil {
			result, err = call[T](ctx, field, function)
		}
		return err
	})
	return result
}

// Fill fills in the field with that label, or with that placeholder if it has no label.
func (p *Page) Fill(label, value string) {
	p.t.Helper()
	callField[chromedp.Void](p, label, "function () { this.focus(); this.select(); }")
	p.run("fill in "+label, func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: value})
		return err
	})
}

// IsInvalid reports whether the browser refused to send the form because of the field
// with that label: the field is invalid and focused.
func (p *Page) IsInvalid(label string) bool {
	p.t.Helper()
	return callField[bool](p, label, "function () { return this.matches(':invalid') && document.activeElement === this; }")
}

// Check checks the checkbox with that label.
func (p *Page) Check(label string) {
	p.t.Helper()
	p.click("check "+label, named(label, "checkbox"))
	if !callField[bool](p, label, "function () { return this.checked; }") {
		p.t.Errorf("%s is not checked by a click", label)
	}
}

// toJSON is a value as an expression in JavaScript.
func toJSON(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts always have a JSON form
	}
	return text
}
