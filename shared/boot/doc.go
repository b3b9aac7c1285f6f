// Package boot builds a function from its parts: settings, clients, services, the
// operations of a family, and the handler that API Gateway calls. The Lambda functions,
// the server at home and the tests all use it, so they run the same code.
package boot
