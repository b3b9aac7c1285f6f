// Package rerating changes the rate snapshots, billable flags and invoices of existing
// entries. Few entries are changed within the request. More are changed by a
// billing job, which goes on in the background in small steps. A step is one
// transaction that writes the changed entries and the job's new position, so
// every entry is changed once, even if a step fails or is repeated.
package rerating
