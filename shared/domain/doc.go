// Package domain defines the records of Stint and their rules: workspaces and
// members, projects, time, money and timesheets. Every rule is a plain function
// of its arguments. The package knows no storage, no HTTP and no cloud.
//
// Struct tags named "db" are the names under which properties are stored. So a
// Go field can be renamed without changing stored data.
package domain
