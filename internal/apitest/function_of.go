package apitest

import (
	"encoding/json"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"

	"stint/shared/boot"
)

// functionOf names the function that answers a path, be it linked or not. As in the gateway, a path
// that is not clean is no route's.
func functionOf(t testing.TB, requested string) string {
	all, err := readPaths()
	if err != nil {
		t.Errorf("the sample events: %v", err)
	}
	if request, err := http.NewRequest(http.MethodGet, requested, nil); err == nil && path.Clean(request.URL.Path) == request.URL.Path {
		if _, pattern := all.mux.Handler(request); pattern != "" {
			return all.functions[pattern]
		}
	}
	return boot.Fallback
}

// samplePaths are the paths of all routes.
type samplePaths struct {
	mux       *http.ServeMux
	functions map[string]string // by path
}

// readPaths reads the paths from the sample events. Every route has one, in the folder of its
// family.
var readPaths = sync.OnceValues(func() (samplePaths, error) {
	all := samplePaths{http.NewServeMux(), map[string]string{}}
	for _, file := range sampleFiles() {
		text, err := os.ReadFile(file)
		if err != nil {
			return all, err
		}
		var sample struct{ Resource string } // none in the sample of an answer
		if err := json.Unmarshal(text, &sample); err != nil {
			return all, err
		}
		if p := sample.Resource; p != "" && p != "/" && all.functions[p] == "" {
			all.functions[p] = filepath.Base(filepath.Dir(file))
			all.mux.Handle(p, http.NotFoundHandler())
		}
	}
	return all, nil
})

// sampleFiles are the files of the sample events. Tests run in the folder of their package, so
// the events are above it.
func sampleFiles() (files []string) {
	for folder := ".."; len(files) == 0 && len(folder) < 30; folder = filepath.Join("..", folder) {
		files, _ = filepath.Glob(filepath.Join(folder, "events", "*", "*.json"))
	}
	return files
}
