// Package domain has the values that all records of Stint are made of: ids, moments, days, names, texts,
// currencies, bounds, and the work that is left for later. The packages below have the records and their rules, one
// for each subject. Every rule is a plain function of its arguments. No storage, no HTTP and no cloud.
//
// Struct tags named "db" are the names under which properties are stored. So a
// Go field can be renamed without changing stored data.
//
// The subjects use each other in one direction:
//
//	audit → feed → timesheets, projects → people → money → timelog → domain
//	projects → reports → timelog, suggestions → projects
package domain
