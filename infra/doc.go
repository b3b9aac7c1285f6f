// Command infra describes Stint in AWS as one CloudFormation stack: the table,
// one function per family of routes, and the REST API in front of them.
//
// Nothing about routes is said here. The gateway's addresses and throttles are
// read from the route tables, the table's shape from shared/dynamo, and the
// gateway's own error answers from shared/problem, so that none of them can
// drift. It needs no AWS account: what is only known there stays a reference.
package main
