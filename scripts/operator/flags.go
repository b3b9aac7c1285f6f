package main

import (
	"flag"
	"io"
)

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
