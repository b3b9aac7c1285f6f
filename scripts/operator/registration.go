package main

import (
	"context"
	"fmt"
)

// registration shows what decides who may register: whether the instance has an
// account, which the table says, and the settings that this command finds in its
// environment.
func (o operator) registration(ctx context.Context) error {
	used, err := o.store.IsUsed(ctx)
	if err != nil {
		return err
	}
	first := "none is recorded: the next one to register is admitted as the first"
	if used {
		first = "the instance has one"
	}
	_, _ = fmt.Fprintf(o.out, "first account  %s\n", first)
	for _, name := range []string{"REGISTRATION", "REGISTRATION_DOMAINS"} {
		value := o.getenv(name)
		if value == "" {
			value = "(not set here)"
		}
		_, _ = fmt.Fprintf(o.out, "%s  %s\n", name, value)
	}
	_, err = fmt.Fprintln(o.out, "The functions have these settings in their own environment; the table has none of them.")
	return err
}
