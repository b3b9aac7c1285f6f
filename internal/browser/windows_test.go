package browser

import "testing"

// A test gets the window of an earlier one, with nothing that the earlier one left there.
func TestWindowsAreUsedAgainEmpty(t *testing.T) {
	address := serve(t, "<p>Words</p>")
	var first *openWindow
	t.Run("a test", func(t *testing.T) {
		p := NewWindow(t, 640, 480, true)
		first = p.opened
		p.Open(address)
		evaluate[bool](p, `document.cookie = 'a=1', localStorage.a = 1, sessionStorage.a = 1,
			console.error('left'), new Promise((resolve) => {
				const request = indexedDB.open('a');
				request.onsuccess = () => { request.result.close(); resolve(true); };
			})`)
		p.UseDarkScheme(true)
	})
	t.Run("a later test", func(t *testing.T) {
		p := NewWindow(t, 640, 480, true)
		if p.opened != first {
			t.Fatal("the window is another one")
		}
		if history := p.History(); len(history) != 2 || len(p.complaints()) > 0 || len(p.Exchanges()) > 0 {
			t.Errorf("history %q, complaints %q, exchanges %v", history, p.complaints(), p.Exchanges())
		}
		p.Open(address)
		left := evaluate[[]string](p, `indexedDB.databases().then((all) => [document.cookie, ...Object.keys(localStorage),
			...Object.keys(sessionStorage), ...all.map((d) => d.name),
			matchMedia('(prefers-color-scheme: dark)').matches && 'dark'].filter(Boolean))`)
		if len(left) > 0 {
			t.Errorf("left: %q", left)
		}
	})
}
