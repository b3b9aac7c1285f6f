package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"stint/internal/programs"
)

// narrow is the width of the narrowest phones, and narrowHeight their height, in CSS pixels.
const narrow, narrowHeight = 320, 568

// auditScript defines the functions that look at a page.
//
//go:embed audit.js
var auditScript []byte

// readAxe is the script of axe, the npm package axe-core.
var readAxe = sync.OnceValues(func() ([]byte, error) {
	return os.ReadFile(filepath.Join(programs.ModuleRoot(), "node_modules", "axe-core", "axe.min.js"))
})

// problems are the problems that audit.js and axe find on the page.
func (p *Page) problems(whole bool) (wrong []string) {
	p.t.Helper()
	p.run("audit the page", func(ctx context.Context) error {
		a, err := p.newAudit(ctx, whole)
		if err != nil {
			return err
		}
		if p.window.unseen {
			wrong, err = a.lookInTurns(ctx)
		} else {
			wrong, err = a.look(ctx, whole)
		}
		return err
	})
	return wrong
}

// audit looks at one page. Its scripts run in a world of their own, which shares the
// elements with the page, and neither its scripts nor its Content Security Policy.
type audit struct {
	p      *Page
	world  runtime.ExecutionContextID
	shape  shape
	hasAxe bool // axe looks at the page
}

func (p *Page) newAudit(ctx context.Context, whole bool) (a audit, err error) {
	window := cdp.FrameID(chromedp.FromContext(ctx).Target.TargetID)
	world, err := chromedp.Call(ctx, page.CreateIsolatedWorld,
		page.CreateIsolatedWorldParams{FrameID: window, WorldName: "audit"})
	if err != nil {
		return a, err
	}
	a = audit{p: p, world: world.ExecutionContextID}
	if err := a.load(ctx, "inspect", func() ([]byte, error) { return auditScript, nil }); err != nil || !whole {
		return a, err
	}
	if a.shape, err = a.findShape(ctx); err != nil {
		return a, err
	}
	if _, isClean := clean.Load(a.shape); isClean {
		return a, nil
	}
	a.hasAxe = true
	return a, a.load(ctx, "axe", readAxe)
}

// load runs a script that defines a name, once in a page.
func (a audit) load(ctx context.Context, name string, read func() ([]byte, error)) error {
	if missing, err := a.run(ctx, fmt.Sprintf("%q in globalThis ? [] : ['']", name)); err != nil || len(missing) == 0 {
		return err
	}
	script, err := read()
	if err == nil {
		_, err = a.run(ctx, string(script)+"; []")
	}
	return err
}

// look lists the problems in both schemes and at the width of the narrowest phones. Without
// whole, it does not look in the dark.
func (a audit) look(ctx context.Context, whole bool) (wrong []string, err error) {
	schemes := []string{"light"}
	if whole {
		schemes = append(schemes, "dark")
	}
	for _, scheme := range schemes {
		found, err := a.lookAt(ctx, scheme == "dark")
		if err != nil {
			return nil, err
		}
		for _, w := range found {
			wrong = append(wrong, scheme+": "+w)
		}
	}
	if a.hasAxe && len(wrong) == 0 {
		clean.Store(a.shape, true)
	}
	found, err := a.lookAtNarrow(ctx)
	return append(wrong, found...), err
}

func (a audit) lookAt(ctx context.Context, dark bool) (wrong []string, err error) {
	if err := a.p.showAs(ctx, "", dark); err != nil {
		return nil, err
	}
	if wrong, err = a.run(ctx, "inspect()"); err != nil || !a.hasAxe {
		return wrong, err
	}
	if err := a.p.allowScripts(ctx, true); err != nil { // axe waits with timers
		return nil, err
	}
	violations, err := a.run(ctx, fmt.Sprintf("runAxe(%t)", dark))
	if err != nil {
		return nil, err
	}
	return append(wrong, violations...), a.p.allowScripts(ctx, a.p.window.script)
}

func (a audit) lookAtNarrow(ctx context.Context) (wrong []string, err error) {
	if err := a.p.showAs(ctx, "", false); err != nil {
		return nil, err
	}
	if err := a.p.resize(ctx, narrow, narrowHeight); err != nil {
		return nil, err
	}
	if wrong, err = a.run(ctx, "inspectNarrow()"); err != nil {
		return nil, err
	}
	return wrong, a.p.resize(ctx, a.p.window.width, a.p.window.height)
}

// run evaluates an expression in the world of the audit. Its value is a list of problems.
func (a audit) run(ctx context.Context, expression string) (wrong []string, err error) {
	inWorld := func(p *runtime.EvaluateParams) { p.ContextID = a.world }
	return chromedp.Run(ctx, chromedp.Evaluate[[]string](expression, chromedp.EvalAwaitPromise, inWorld))
}

// CheckAccessible checks that the page is accessible (audit.js, with axe), fits on narrow
// phones without breaking words, loads nothing from another site, and causes no errors in
// the browser's console. Axe looks at one page of each shape.
func (p *Page) CheckAccessible() { p.t.Helper(); p.check(true) }

// CheckStructure is CheckAccessible without the dark scheme and without axe, which take most
// of the time. It is for pages that are made like one that is checked whole.
func (p *Page) CheckStructure() { p.t.Helper(); p.check(false) }

func (p *Page) check(whole bool) {
	p.t.Helper()
	title := p.Title()
	for _, w := range append(p.problems(whole), p.foreignLoads()...) {
		p.t.Errorf("%s: %s", title, w)
	}
	for _, c := range p.complaints() {
		if !strings.Contains(c, "the server responded with a status of 4") { // error pages are pages too
			p.t.Errorf("%s: %s", title, c)
		}
	}
}

// foreignLoads lists what the page loaded from other sites. Chromium has the pictures of its own controls in
// addresses that begin with data:, which load nothing.
func (p *Page) foreignLoads() (wrong []string) {
	p.t.Helper()
	origin := evaluate[string](p, "location.origin")
	for _, url := range p.Requests() {
		if !strings.HasPrefix(url, origin+"/") && !strings.HasPrefix(url, "data:") {
			wrong = append(wrong, "loads "+url)
		}
	}
	return wrong
}
