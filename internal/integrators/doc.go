// Package integrators has no code but tests: scripts as the programs of integrators are, each
// with an API key alone. They import the data of another system, make an invoice, are notified
// by a webhook, track time in a terminal, watch budgets, and follow the changes of a workspace.
package integrators
