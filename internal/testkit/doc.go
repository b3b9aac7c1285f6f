// Package testkit gives tests a DynamoDB table of their own, a clock they can
// set, a starting line for races, and a probe that counts what a client does
// and makes it fail on purpose.
//
// All tests of a package share one embedded engine, started by the first that
// needs it and ended with the test binary. With DYNAMODB_ENDPOINT set, the same
// tests run against that DynamoDB instead.
//
// # Where the embedded engine differs
//
// Measured with dynoxide 1.2.1. Code must not rest on the left column, and what
// it needs from the right one is made with a Probe:
//
//   - It never reports TransactionConflict nor throttles: inject both.
//   - Every read is strong, the global indexes too: "behind by a second" does
//     not happen here.
//   - With a stream on the table, a write takes longer the more writes there
//     were before (measured: a thousandfold put grew from 0.4 s to 1 s within
//     5,000 items). So tables made outside of AWS have none.
//   - SET past the end of a list pads it with NULL.
//   - TransactGetItems returns the keys although a projection leaves them out.
//   - A filter with an undefined value, and an ExclusiveStartKey from another
//     query, are accepted: cursors are checked by our own code.
//   - Items whose time to live has passed stay for now: reads leave them out, as
//     they must on AWS, where deletion may take days.
//
// What the store does rest on is pinned by this package's own tests.
package testkit
