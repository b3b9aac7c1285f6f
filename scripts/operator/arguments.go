package main

import (
	"slices"
	"strings"
)

// acts are what can be done with an account or a workspace.
var acts = map[string][]string{
	"account":   {"disable", "enable", "end-sessions", "end-keys", "allow-workspaces", "forbid-workspaces"},
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
