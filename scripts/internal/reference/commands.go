package reference

import (
	"path"
	"strings"
)

// commandRoot is the page of the command itself, which leads to those of its commands.
const commandRoot = "command"

// commandPage is the name of the page of a command by its file: stint_project_add.md is command-project-add. It is ""
// for another file.
func commandPage(file string) string {
	name, ok := strings.CutPrefix(strings.TrimSuffix(path.Base(file), ".md"), "stint")
	if !ok || name != "" && name[0] != '_' {
		return ""
	}
	return commandRoot + strings.ReplaceAll(name, "_", "-")
}

// readCommands reads the pages of the command, that of the command itself first.
func (s *site) readCommands() ([]guide, error) {
	if s.Source.Commands == nil {
		return nil, nil
	}
	return s.readTexts(s.Source.Commands, "stint*.md", commandPage)
}

// CommandPage is the page of the command itself; none where the reference has no commands.
func (s *site) CommandPage() *guide {
	for i, g := range s.Commands {
		if g.Page == commandRoot {
			return &s.Commands[i]
		}
	}
	return nil
}

// IsCommand reports whether a page is that of a command.
func (v view) IsCommand() bool {
	return v.Page == commandRoot || strings.HasPrefix(v.Page, commandRoot+"-")
}
