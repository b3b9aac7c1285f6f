package main

import (
	"flag"
	"io"
	"maps"
	"slices"
	"strings"
)

// acts are what can be done with an account or a workspace.
var acts = map[string][]string{
	"account":   slices.Collect(maps.Keys(accountActs)),
	"workspace": {"restore", "clear-networks", "purge", "export", "bring-back"},
}

// checkArguments refuses wrong arguments before anything is opened, so that they have their own exit status
// also where there are no data. Errors: errUsage.
func checkArguments(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	topic, rest := args[0], args[1:]
	all, hasActs := acts[topic]
	switch {
	case hasActs && len(rest) == 0:
		return errUsage
	case hasActs && len(rest) > 1 && !strings.HasPrefix(rest[1], "-") && !slices.Contains(all, rest[1]):
		return errUsage
	case !hasActs && topic != "registration" && topic != "queue":
		return errUsage
	}
	return nil
}

// flags are the options of a command.
type flags struct {
	address bool
	inUse   bool
	from    string
}

// parse reads options and n other arguments, in any order. Only the named options are
// allowed. Errors: errUsage.
func parse(args []string, n int, allowed ...string) (f flags, others []string, err error) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, name := range allowed {
		switch name {
		case "address":
			set.BoolVar(&f.address, name, false, "")
		case "in-use":
			set.BoolVar(&f.inUse, name, false, "")
		case "from":
			set.StringVar(&f.from, name, "", "")
		}
	}
	for {
		if set.Parse(args) != nil {
			return f, nil, errUsage
		}
		if set.NArg() == 0 {
			break
		}
		others, args = append(others, set.Arg(0)), set.Args()[1:]
	}
	if len(others) != n {
		return f, nil, errUsage
	}
	return f, others, nil
}
