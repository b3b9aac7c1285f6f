package commands

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"stint/scripts/stint/internal/screen"
)

// Sentence is what a person reads about an error.
func Sentence(err error) string { return sentenceOf(err) }

// FieldSentences are the codes of properties that have sentences.
func FieldSentences() []string { return slices.Collect(maps.Keys(fields)) }

// Root is the command with all commands below it.
func Root() *cobra.Command { return (&app{screen: &screen.Screen{}}).root() }
