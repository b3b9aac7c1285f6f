// Package boot puts a function together: settings, clients, the family's
// operations, and the handler that API Gateway calls. The Lambdas, the home
// server and the tests all start through it, so they run the same code.
package boot
