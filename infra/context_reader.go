package main

import (
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"stint/shared/config"
)

// contextReader reads settings from the context and collects what is wrong.
type contextReader struct {
	context  map[string]any
	problems []error
}

func (r *contextReader) addProblem(name, what string) {
	r.problems = append(r.problems, fmt.Errorf("setting %s %s", name, what))
}

// checkNames refuses unknown names. Names with a colon or a slash are CDK's own.
func (r *contextReader) checkNames() {
	var unknown []string
	for name := range r.context {
		if !strings.ContainsAny(name, ":/") && !slices.Contains(settingNames, name) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	for _, name := range unknown {
		r.addProblem(name, "is unknown; there are "+strings.Join(settingNames, ", "))
	}
}

func (r *contextReader) text(name, fallback string) string {
	switch value := r.context[name].(type) {
	case nil:
		return fallback
	case string:
		return value
	}
	r.addProblem(name, "must be a text")
	return fallback
}

func (r *contextReader) match(name, fallback string, pattern *regexp.Regexp, what string) string {
	value := r.text(name, fallback)
	if !pattern.MatchString(value) {
		r.addProblem(name, what)
	}
	return value
}

var sealedPattern = regexp.MustCompile(`^$|^` + config.SealedPrefix + `[A-Za-z0-9+/]+=*$`)

// sealedSecret reads a secret that was encrypted by the stack's secrets key. Error
// messages do not contain the value.
func (r *contextReader) sealedSecret(name, guide string) string {
	return r.match(name, "", sealedPattern, "must be sealed: "+config.SealedPrefix+" and the ciphertext in base64 (see "+
		guide+")")
}

// integer reads an integer within bounds. It is a string from the command line and
// a number from cdk.json.
func (r *contextReader) integer(name string, fallback, least, most int64) int64 {
	n, ok := fallback, true
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
	if !ok || n < least || n > most {
		r.addProblem(name, fmt.Sprintf("must be a whole number from %d to %d", least, most))
	}
	return n
}

// boolean reads true or false. It is a string from the command line.
func (r *contextReader) boolean(name string, fallback bool) bool {
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

// oneOf reads an integer that must be one of the given values.
func (r *contextReader) oneOf(name string, fallback int64, allowed []int64) int64 {
	n := r.integer(name, fallback, allowed[0], allowed[len(allowed)-1])
	if !slices.Contains(allowed, n) {
		r.addProblem(name, fmt.Sprintf("must be one of %v", allowed))
	}
	return n
}

// numbers reads a list of distinct small numbers, separated by spaces.
func (r *contextReader) numbers(name string, fallback int) []int {
	words := strings.Fields(r.text(name, strconv.Itoa(fallback)))
	all := make([]int, 0, len(words))
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > 99 || slices.Contains(all, n) {
			break
		}
		all = append(all, n)
	}
	if len(all) != len(words) || len(all) == 0 || len(all) > 3 {
		r.addProblem(name, "must be one to three different numbers from 1 to 99")
		return []int{fallback}
	}
	return all
}

// origins reads a list separated by commas or spaces.
func (r *contextReader) origins(name string) []string {
	all := strings.Fields(strings.ReplaceAll(r.text(name, ""), ",", " "))
	for _, origin := range all {
		u, err := url.Parse(origin)
		local := err == nil && u.Hostname() == "localhost"
		if err != nil || !isURL(origin, !local) || origin != u.Scheme+"://"+u.Host {
			r.addProblem(name, "must be origins such as https://app.example.com, without a path")
		}
	}
	return all
}

// mailDomains reads a list separated by commas or spaces, and returns it with spaces.
func (r *contextReader) mailDomains(name string) string {
	all := strings.Fields(strings.ReplaceAll(r.text(name, ""), ",", " "))
	for _, domain := range all {
		if !config.MailDomain.MatchString(domain) {
			r.addProblem(name, "must be mail domains such as example.com, without an @")
			break
		}
	}
	return strings.Join(all, " ")
}

func isURL(text string, secure bool) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" &&
		(u.Scheme == "https" || u.Scheme == "http" && !secure)
}
