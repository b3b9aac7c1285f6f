package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"

	"stint/shared/config"
)

// contextReader reads settings from the context and collects what is wrong.
type contextReader struct {
	context  map[string]any
	places   map[string]string // the file and the line of a setting, if a file has it
	problems []error
}

func (r *contextReader) addProblem(name, what string) {
	r.problems = append(r.problems, problemAt(r.places[name], "setting "+name+" "+what))
}

// problemAt is an error with the file and the line that it is about, if there is one.
func problemAt(place, what string) error {
	if place == "" {
		return errors.New(what)
	}
	return fmt.Errorf("%s: %s", place, what)
}

// checkNames refuses unknown names. Names with a colon or a slash are CDK's own.
func (r *contextReader) checkNames() {
	known := settingNames()
	for _, name := range slices.Sorted(maps.Keys(r.context)) {
		if !strings.ContainsAny(name, ":/") && !slices.Contains(known, name) {
			r.addProblem(name, "is unknown; "+suggestion(name, known))
		}
	}
}

// mostEdits is how many letters of a name may be wrong for a known name to be suggested.
const mostEdits = 4

// suggestion names the known name that is nearest to another one, or all of them if none is near.
func suggestion(name string, known []string) string {
	distance := func(to string) int {
		if strings.HasPrefix(to, name) {
			return 1
		}
		return levenshtein.ComputeDistance(strings.ToLower(name), strings.ToLower(to))
	}
	nearest := slices.MinFunc(known, func(a, b string) int { return distance(a) - distance(b) })
	if d := distance(nearest); d <= mostEdits && 2*d < len(nearest) {
		return "the nearest is " + nearest
	}
	return "there are " + strings.Join(known, ", ")
}

// text reads a text. One that does not match the pattern of its setting is a problem, and is returned all the same.
func (r *contextReader) text(name string) string {
	s := settingOf(name)
	fallback, _ := s.fallback.(string)
	switch value := r.context[name].(type) {
	case nil:
		return fallback
	case string:
		if value != fallback && s.pattern != "" && !regexp.MustCompile(s.pattern).MatchString(value) {
			r.addProblem(name, s.what)
		}
		return value
	}
	r.addProblem(name, "must be a text")
	return fallback
}

// integer reads an integer within bounds. It is a string from the command line and
// a number from a file.
func (r *contextReader) integer(name string) int64 {
	s := settingOf(name)
	n, ok := s.fallback.(int64)
	switch value := r.context[name].(type) {
	case nil:
	case float64:
		n, ok = int64(value), value == math.Trunc(value) && math.Abs(value) < 1<<53
	case string:
		parsed, err := strconv.ParseInt(value, 10, 64)
		n, ok = parsed, err == nil
	default:
		ok = false
	}
	switch {
	case !ok || n < s.least || n > s.most:
		r.addProblem(name, fmt.Sprintf("must be a whole number from %d to %d", s.least, s.most))
	case s.only != nil && !slices.Contains(s.only, n):
		r.addProblem(name, fmt.Sprintf("must be one of %v", s.only))
	}
	return n
}

// boolean reads true or false. It is a string from the command line.
func (r *contextReader) boolean(name string) bool {
	fallback := settingOf(name).fallback.(bool)
	switch value := r.context[name].(type) {
	case nil:
		return fallback
	case bool:
		return value
	case string:
		if on, err := strconv.ParseBool(value); err == nil && (value == "true" || value == "false") {
			return on
		}
	}
	r.addProblem(name, "must be true or false")
	return fallback
}

// signingKeys reads the numbers of the signing keys, separated by spaces. The first one signs.
func (r *contextReader) signingKeys() []int {
	const name, fallback = "signingKeys", 1
	if r.context[name] == nil {
		return []int{fallback}
	}
	given := strings.Fields(r.text(name))
	all := make([]int, 0, len(given))
	for _, word := range given {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 99 || slices.Contains(all, n) {
			break
		}
		all = append(all, n)
	}
	if len(all) != len(given) || len(all) == 0 || len(all) > 3 {
		r.addProblem(name, "must be one to three different numbers from 1 to 99")
		return []int{fallback}
	}
	return all
}

// origins reads a list separated by commas or spaces.
func (r *contextReader) origins(name string) []string {
	all := words(r.text(name))
	for _, origin := range all {
		u, err := url.Parse(origin)
		local := err == nil && u.Hostname() == "localhost"
		if err != nil || !isURL(origin, !local) || origin != u.Scheme+"://"+u.Host {
			r.addProblem(name, "must be origins such as https://app.example.com, without a path")
			break
		}
	}
	return all
}

// mailDomains reads a list separated by commas or spaces, and returns it with spaces.
func (r *contextReader) mailDomains(name string) string {
	all := words(r.text(name))
	for _, domain := range all {
		if !config.MailDomain.MatchString(domain) {
			r.addProblem(name, "must be mail domains such as example.com, without an @")
			break
		}
	}
	return strings.Join(all, " ")
}

// words splits a list at commas and spaces.
func words(list string) []string { return strings.Fields(strings.ReplaceAll(list, ",", " ")) }

func isURL(text string, secure bool) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" &&
		(u.Scheme == "https" || u.Scheme == "http" && !secure)
}
