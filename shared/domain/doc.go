// Package domain holds what Stint is about: workspaces and their people,
// projects, time, money, and the rules they follow. It knows no storage, no
// HTTP and no cloud; every rule here is a plain function of its arguments.
//
// Struct tags named "db" fix the names under which a record's properties are
// kept; renaming a Go field therefore never loses data.
package domain
