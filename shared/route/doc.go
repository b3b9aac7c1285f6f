// Package route turns a table of routes into handlers. The same table is read by the
// gateway's definition, the OpenAPI document, the local gateway and the generic
// tests, so all of them agree.
//
// A Spec is plain data. Its operation is a method expression of the family that
// owns it, so a table can be read without any live dependency:
//
//	var Routes = []route.Spec{{
//		ID: "timers.current", Method: "GET", Path: "/api/timers/current",
//		Credential: auth.Session, Permission: auth.TrackTime,
//		Summary: "The running timer", Op: route.Op((*Family).current),
//	}}
//
// A method that has input takes it as an argument, by OpWithInput or OnRecordWithInput. It
// reads the input by itself, with Op or OnRecord, where it adds issues of its own or has to
// check something before.
//
// Where to find what:
//
//   - spec.go declares routes, twin.go their twins for API keys, op.go operations, and check.go checks a table.
//   - serve.go has the order of checks that every request goes through.
//   - authorize.go finds the caller and decides what they may do.
//   - idempotency.go explains and implements Idempotency-Key, precondition.go If-Match, and ignored.go names that
//     a route does not know.
//   - network_limit.go has the limits per client network, caller_limit.go those of callers, and meter.go what a
//     request costs.
//   - origin.go says to the store who acts, for the audit log, and which changes wake the deliverer.
//   - answer.go and responder.go write responses.
package route
