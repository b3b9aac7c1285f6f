package mcp

import (
	"slices"
	"testing"

	"stint/functions/access"
)

// The role of the function is made for the families whose operations it runs.
func TestToolFamiliesHaveTheirAccess(t *testing.T) {
	var names []string
	for _, f := range toolFamilies {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, access.ToolFamilies) {
		t.Errorf("the function runs operations of %v, and may do what %v need", names, access.ToolFamilies)
	}
}
