package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// runConfig is how a container of an image runs.
type runConfig struct {
	User         string
	ExposedPorts map[string]struct{}
	Env          []string
	Entrypoint   []string
	Healthcheck  healthcheck
	Volumes      map[string]struct{}
	Labels       map[string]string
}

// healthcheck is how Docker asks whether a container works. Times are in nanoseconds.
type healthcheck struct {
	Test                           []string
	Interval, Timeout, StartPeriod time.Duration
	Retries                        int
}

// copied is a file or a folder in the image. Its path has no slash at the beginning.
type copied struct {
	from, to string
	user     int // that it belongs to
}

// recipe is what a Dockerfile says.
type recipe struct {
	run    runConfig
	copies []copied
	args   map[string]string
}

// parseDockerfile reads the instructions that scripts/image/Dockerfile uses. Any other one is an error, so
// that docker build and make release cannot make different images.
func parseDockerfile(text string) (recipe, error) {
	r := recipe{args: map[string]string{}, run: runConfig{Volumes: map[string]struct{}{}, Labels: map[string]string{},
		ExposedPorts: map[string]struct{}{}}}
	for line := range strings.SplitSeq(text, "\n") {
		instruction, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if instruction == "" || instruction[0] == '#' {
			continue
		}
		for name, value := range r.args {
			rest = strings.ReplaceAll(rest, "${"+name+"}", value)
		}
		if err := r.add(instruction, rest); err != nil {
			return r, fmt.Errorf("the instruction %s: %w", line, err)
		}
	}
	return r, nil
}

var errUnknown = errors.New("is unknown to scripts/release")

func (r *recipe) add(instruction, rest string) error {
	switch instruction {
	case "FROM":
		if rest != "scratch" {
			return errUnknown
		}
	case "ARG":
		name, value, _ := strings.Cut(rest, "=")
		r.args[name] = value
	case "ENV":
		r.run.Env = append(r.run.Env, strings.Fields(rest)...)
	case "LABEL":
		for _, label := range strings.Fields(rest) {
			name, value, _ := strings.Cut(label, "=")
			r.run.Labels[name] = value
		}
	case "USER":
		r.run.User = rest
	case "VOLUME":
		r.run.Volumes[rest] = struct{}{}
	case "EXPOSE":
		r.run.ExposedPorts[rest+"/tcp"] = struct{}{}
	case "ENTRYPOINT":
		return json.Unmarshal([]byte(rest), &r.run.Entrypoint)
	case "COPY":
		return r.addCopy(strings.Fields(rest))
	case "HEALTHCHECK":
		return r.addHealthcheck(rest)
	default:
		return errUnknown
	}
	return nil
}

// addCopy reads COPY [--chown=user:group] from /to.
func (r *recipe) addCopy(words []string) error {
	c := copied{}
	if owner, ok := strings.CutPrefix(words[0], "--chown="); ok {
		user, group, _ := strings.Cut(owner, ":")
		n, err := strconv.Atoi(user)
		if err != nil || user != group {
			return errUnknown
		}
		c.user, words = n, words[1:]
	}
	if len(words) != 2 || !strings.HasPrefix(words[1], "/") {
		return errUnknown
	}
	c.from, c.to = words[0], words[1][1:]
	r.copies = append(r.copies, c)
	return nil
}

// addHealthcheck reads HEALTHCHECK --option=value … CMD ["program"].
func (r *recipe) addHealthcheck(rest string) (err error) {
	options, program, _ := strings.Cut(rest, " CMD ")
	check := &r.run.Healthcheck
	for _, option := range strings.Fields(options) {
		name, value, _ := strings.Cut(option, "=")
		switch name {
		case "--interval":
			check.Interval, err = time.ParseDuration(value)
		case "--timeout":
			check.Timeout, err = time.ParseDuration(value)
		case "--start-period":
			check.StartPeriod, err = time.ParseDuration(value)
		case "--retries":
			check.Retries, err = strconv.Atoi(value)
		default:
			err = errUnknown
		}
		if err != nil {
			return err
		}
	}
	if err := json.Unmarshal([]byte(program), &check.Test); err != nil {
		return err
	}
	check.Test = append([]string{"CMD"}, check.Test...)
	return nil
}
