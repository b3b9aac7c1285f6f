// Package testkit gives tests their own DynamoDB table, a clock that they set,
// helpers for races and for taking turns, and a probe that counts database calls
// and makes them fail.
//
// All tests of a package share one embedded engine. The first test that needs it
// starts it, and it ends with the test binary. If DYNAMODB_ENDPOINT is set, the tests
// use that DynamoDB instead.
//
// # Where the embedded engine differs from DynamoDB
//
// The list was measured with dynoxide 1.2.1. Code must not depend on behaviour that
// only the engine has. Tests inject behaviour that only DynamoDB has with a Probe.
//
//   - The engine never reports TransactionConflict and never throttles. Inject both.
//
//   - A batch read is a snapshot. In DynamoDB each key may be read at another moment. A
//     Probe therefore reads each key by itself if a race or a write is beside the read.
//
//   - Every read is strongly consistent, also of global indexes. Inject EmptyIndex or LateIndex.
//
//   - With a stream on the table, writes get slower with the number of earlier writes:
//     after 5,000 items, a thousand puts took 1 s instead of 0.4 s. Tables outside of
//     AWS therefore have no stream.
//
//   - SET past the end of a list fills the gap with NULL.
//
//   - TransactGetItems returns the keys even if the projection leaves them out.
//
//   - A filter with an undefined value and an ExclusiveStartKey of another query are
//     accepted. Our code checks cursors itself.
//
//   - Items stay after their time to live. Reads must ignore them anyway, because
//     DynamoDB may delete them days later.
//
//   - Requests that AWS refuses, such as those with an empty bound of a key, are accepted. Package
//     awsrules refuses them, and fails the test.
//
// Tests of this package check the behaviour that the store depends on.
package testkit
