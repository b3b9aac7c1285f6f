package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// knownCommand refuses what is no command, and names those that are written alike.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	text := fmt.Sprintf("unknown command %q", args[0])
	if like := c.SuggestionsFor(args[0]); len(like) > 0 {
		text += ": did you mean " + strings.Join(like, " or ") + "?"
	}
	return errors.New(text)
}

// noText refuses arguments that are no flags.
func noText(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s takes no text, and %q is one", c.CommandPath(), args[0])
}

// someEntry wants an entry.
func someEntry(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return errors.New("name an entry: the beginning of its id, as stint list shows it, or last")
	}
	return nil
}

// oneText allows one argument that is no flag, such as a period. It is not empty, as that of a variable which is
// not set.
func oneText(c *cobra.Command, args []string) error {
	if len(args) == 1 && args[0] == "" {
		return fmt.Errorf("%s got an empty text: give it a value, or leave it out", c.CommandPath())
	}
	if len(args) < 2 {
		return nil
	}
	return fmt.Errorf("%s takes one text, and %q is one more: write a text with blanks in quotes", c.CommandPath(),
		args[1])
}

// refuseEmpty refuses a flag with an empty value, such as that of a variable which is not set.
func refuseEmpty(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if value := f.Value.String(); err == nil && (value == "" || value == "[]") {
			err = usageError{fmt.Errorf("--%s is empty: give it a value, or leave it out", f.Name)}
		}
	})
	return err
}

// flagError says which values a flag takes.
func flagError(err error) error {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	takes := map[string]string{"bool": "true or false", "duration": "a duration such as 5s"}[wrong.GetFlag().Value.Type()]
	if takes == "" {
		return err
	}
	return fmt.Errorf("--%s takes %s, not %q", wrong.GetFlag().Name, takes, wrong.GetValue())
}

// choose checks the words of a flag, each of which may be there once. Errors: usageError.
func choose(flag string, words, allowed []string, most int) error {
	for i, word := range words {
		switch {
		case !slices.Contains(allowed, word):
			return usageError{fmt.Errorf("--%s does not know %q: it takes %s", flag, word, strings.Join(allowed, ", "))}
		case slices.Contains(words[:i], word):
			return usageError{fmt.Errorf("--%s has %s twice", flag, word)}
		}
	}
	if len(words) > most {
		return usageError{fmt.Errorf("--%s takes at most %d of %s", flag, most, strings.Join(allowed, ", "))}
	}
	return nil
}

// completeWords completes the words of a flag that takes several, separated by commas.
func completeWords(allowed []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before, last := cutLast(typed)
		var found []string
		for _, word := range allowed {
			if strings.HasPrefix(word, last) {
				found = append(found, before+word)
			}
		}
		return found, cobra.ShellCompDirectiveNoFileComp
	}
}

// cutLast cuts a list before its last word: "late,re" is "late," and "re".
func cutLast(typed string) (before, last string) {
	at := strings.LastIndex(typed, ",") + 1
	return typed[:at], typed[at:]
}
