// Command infra describes Stint in AWS as one CloudFormation stack: the table,
// one function per family of routes, and the REST API in front of them.
//
// The gateway's paths and throttles come from the route tables, the table's shape
// from shared/dynamo, and the gateway's own problems from shared/problem, so that
// they always agree with the functions. The command needs no AWS account: values
// that only AWS knows are references.
package main
