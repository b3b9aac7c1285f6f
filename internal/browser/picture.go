package browser

import (
	"context"
	"os"
	"path/filepath"
	"regexp"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"stint/internal/programs"
)

// TakesPictures reports whether tests take pictures. No test checks them: they are for people, and take a part of the
// time of a test of pages. Results with pictures are not kept, so that each run takes them.
func TakesPictures() bool {
	if os.Getenv("STINT_PICTURES") == "" {
		return false
	}
	programs.KeepNoResults()
	return true
}

// Screenshot writes a picture of the whole page to artifacts/<name>.png, where tests take pictures.
func (p *Page) Screenshot(name string) { p.t.Helper(); p.picture(name, true) }

// ScreenshotWindow is Screenshot of what the window shows.
func (p *Page) ScreenshotWindow(name string) { p.t.Helper(); p.picture(name, false) }

func (p *Page) picture(name string, whole bool) {
	p.t.Helper()
	if !TakesPictures() {
		return
	}
	p.run("take the picture "+name, func(ctx context.Context) error { return p.shoot(ctx, name, whole) })
}

// Pictures is Screenshot of the page in both schemes, and at the width of the narrowest phones:
// artifacts/<name>.png, <name>-dark.png and <name>-320.png.
func (p *Page) Pictures(name string) {
	p.t.Helper()
	if !TakesPictures() {
		return
	}
	p.Screenshot(name)
	p.UseDarkScheme(true)
	p.Screenshot(name + "-dark")
	p.UseDarkScheme(false)
	p.run("take the narrow picture "+name, func(ctx context.Context) error {
		if err := p.resize(ctx, narrow, p.window.height); err != nil {
			return err
		}
		if err := p.shoot(ctx, name+"-320", true); err != nil {
			return err
		}
		return p.resize(ctx, p.window.width, p.window.height)
	})
}

func (p *Page) shoot(ctx context.Context, name string, whole bool) error {
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot,
		page.CaptureScreenshotParams{CaptureBeyondViewport: &whole, OptimizeForSpeed: new(true)})
	if err != nil {
		return err
	}
	return writeArtifact(name+".png", shot.Data)
}

// Printed is the page as it is on paper.
type Printed struct {
	Text            string
	Pages           int
	Controls        int    // visible forms, inputs and buttons
	Background, Ink string // colours of the paper and of the main heading, as rgb(…)
}

var printedPage = regexp.MustCompile(`/Type\s*/Page\b`)

// Print prints the page to artifacts/<name>.pdf, on A4. The window prefers dark colours
// meanwhile, because paper is white in both schemes.
func (p *Page) Print(name string) (printed Printed) {
	p.t.Helper()
	p.run("print "+name, func(ctx context.Context) error {
		if err := p.showAs(ctx, "print", true); err != nil {
			return err
		}
		pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPaper(chromedp.PaperA4), chromedp.PDFMargin(0),
			chromedp.PDFPreferCSSPageSize()))
		if err != nil {
			return err
		}
		if printed, err = chromedp.Run(ctx, chromedp.Evaluate[Printed](readPrinted)); err != nil {
			return err
		}
		printed.Pages = len(printedPage.FindAll(pdf, -1))
		if err := writeArtifact(name+".pdf", pdf); err != nil {
			return err
		}
		return p.showAs(ctx, "", false)
	})
	return printed
}

const readPrinted = `(() => {
	const visible = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0; };
	return {
		text: document.body.innerText,
		controls: [...document.querySelectorAll('form,input,textarea,button,.skip')].filter(visible).length,
		background: getComputedStyle(document.body).backgroundColor,
		ink: getComputedStyle(document.querySelector('h1')).color,
	};
})()`

// writeArtifact writes a file to the folder artifacts, which is made if it is missing.
func writeArtifact(name string, content []byte) error {
	folder := filepath.Join(programs.ModuleRoot(), "artifacts")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), content, 0o644)
}
