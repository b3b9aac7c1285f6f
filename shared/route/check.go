package route

import (
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"stint/shared/auth"
	"stint/shared/wire"
)

// Check finds mistakes in a table before anything is served: a route without an id
// or a permission, an id or a path declared twice, a record in the path that
// nothing loads. It panics for an input type that package wire cannot read.
func Check(specs []Spec) error {
	if err := checkTable(specs); err != nil {
		return err
	}
	for _, spec := range specs {
		wire.CheckType(spec.Op.In)
	}
	return nil
}

// checkTable is Check without the input types.
func checkTable(specs []Spec) error {
	seen := map[string]bool{}
	for _, spec := range specs {
		where := spec.Method + " " + spec.Path
		if err := spec.check(); err != nil {
			return fmt.Errorf("route %s: %w", where, err)
		}
		for _, name := range []string{spec.ID, where} {
			if seen[name] {
				return fmt.Errorf("route %s is declared twice", name)
			}
			seen[name] = true
		}
	}
	return nil
}

func (s Spec) check() error {
	rule, known := auth.RuleOf(s.Permission)
	switch {
	case s.ID == "" || s.Summary == "":
		return fmt.Errorf("it has no id or no summary")
	case !known:
		return fmt.Errorf("it has no permission")
	case !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, s.Method):
		return fmt.Errorf("unknown method")
	case !strings.HasPrefix(s.Path, "/") || path.Clean(s.Path) != s.Path:
		return fmt.Errorf("its path is not clean")
	case !slices.Contains([]auth.Credential{auth.Public, auth.Session, auth.APIKey}, s.Credential):
		return fmt.Errorf("unknown credential %q", s.Credential)
	case (s.Credential == auth.Public) != (rule.Requires == auth.RequiresNothing):
		return fmt.Errorf("credential %q does not go with permission %q", s.Credential, s.Permission)
	case s.Op.run == nil:
		return fmt.Errorf("it has no operation")
	case s.namesRecord() && rule.Requires == auth.RequiresWorkspace && !s.Op.LoadsRecord():
		return fmt.Errorf("its path names a record, but nothing loads it (use OnRecord)")
	case wire.TakesFile(s.Op.In) && s.Method != http.MethodPut:
		return fmt.Errorf("only a PUT may take a file")
	case s.Creates && (s.Method != http.MethodPost || s.Credential == auth.Public):
		return fmt.Errorf("only a POST with a credential may have Creates")
	case s.Fresh != "" && s.Credential != auth.Session:
		return fmt.Errorf("only a route for sessions may have Fresh")
	case s.NeedsProvenEmail && s.Credential == auth.Public:
		return fmt.Errorf("only a route with a credential may have NeedsProvenEmail")
	case s.AnyOrigin && (s.Credential != auth.Public || s.SetsCookie || s.ReadsRefreshCookie || len(s.Params()) > 0):
		return fmt.Errorf("only a public route without cookies and parameters may have AnyOrigin")
	case s.NoHead && s.Method != http.MethodGet:
		return fmt.Errorf("only a GET may have NoHead")
	case s.Method == http.MethodGet && !s.NoHead && s.Throttle != Throttle{}:
		return fmt.Errorf("its throttle is that of GET alone, so it needs NoHead")
	case s.FailurePage != "" && s.Method != http.MethodGet:
		return fmt.Errorf("only a GET may have a FailurePage")
	}
	return nil
}
