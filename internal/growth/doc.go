// Package growth says how the capacity units and the bytes of each partition key grow, from what meter counts at
// two sizes of a workspace. Its tests play days of a workspace, and compare how keys grow with
// docs/scaling.md. make scale prints the table of that page.
package growth
