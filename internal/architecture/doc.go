// Package architecture contains only tests of the module's structure: which
// packages may import which, what functions must not link, and which words names
// must not contain.
package architecture
