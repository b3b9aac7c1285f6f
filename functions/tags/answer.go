package tags

import (
	"stint/shared/answers"
	"stint/shared/domain"
)

type answer = answers.Tag

func toAnswer(g domain.Tag) answer { return answers.OfTag(g) }
