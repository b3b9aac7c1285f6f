package commands

import (
	"maps"
	"slices"
)

// Sentence is what a person reads about an error.
func Sentence(err error) string { return sentenceOf(err) }

// FieldSentences are the codes of properties that have sentences.
func FieldSentences() []string { return slices.Collect(maps.Keys(fields)) }
