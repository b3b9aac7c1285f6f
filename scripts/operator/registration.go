package main

import "fmt"

// registration shows the settings about registration that this command finds in its
// environment. The table has none.
func (o operator) registration() error {
	for _, name := range []string{"REGISTRATION", "REGISTRATION_DOMAINS"} {
		value := o.getenv(name)
		if value == "" {
			value = "(not set here)"
		}
		_, _ = fmt.Fprintf(o.out, "%s  %s\n", name, value)
	}
	_, err := fmt.Fprintln(o.out, "The functions read these settings from their environment; the table has none of them.")
	return err
}
