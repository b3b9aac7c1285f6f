package browser

import (
	"os"
	"path/filepath"
)

// Screenshot writes a picture of the whole page to artifacts/<name>.png.
func (p *Page) Screenshot(name string) { p.t.Helper(); p.shoot(name, args{}) }

// ScreenshotWindow writes a picture of what the window shows to artifacts/<name>.png.
func (p *Page) ScreenshotWindow(name string) { p.t.Helper(); p.shoot(name, args{"window": true}) }

// Pictures writes pictures of the whole page in both schemes, and one at the width of the
// narrowest phones: artifacts/<name>.png, <name>-dark.png and <name>-320.png.
func (p *Page) Pictures(name string) {
	p.t.Helper()
	p.shoot(name, args{})
	p.shoot(name+"-dark", args{"dark": true})
	p.shoot(name+"-320", args{"width": 320})
}

func (p *Page) shoot(name string, shot args) {
	p.t.Helper()
	shot["id"], shot["path"] = p.id, p.artifact(name+".png")
	if failed := p.b.send(p.t, "shot", shot, nil); failed != "" {
		p.t.Fatalf("no picture %s: %s", name, failed)
	}
}

// Printed is the page as it is on paper.
type Printed struct {
	Text            string
	Pages           int
	Controls        int    // visible forms, inputs and buttons
	Background, Ink string // colours of the paper and of the main heading, as rgb(…)
}

// Print prints the page to artifacts/<name>.pdf, on A4.
func (p *Page) Print(name string) (printed Printed) {
	p.t.Helper()
	p.do("print", args{"path": p.artifact(name + ".pdf")}, &printed)
	return printed
}

// artifact is the path of a file in the folder artifacts, which is made if it is missing.
func (p *Page) artifact(name string) string {
	p.t.Helper()
	folder := filepath.Join(driverFolder(), "..", "..", "artifacts")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	return filepath.Join(folder, name)
}
