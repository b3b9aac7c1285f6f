// Package route is the way from one route table to everything that must agree
// with it: the mux in a function, the gateway's resources, the OpenAPI
// document, the local gateway and the generic tests all read the same Specs.
//
// A Spec is plain data. Its operation is a method expression of the family
// that owns it, so a table can be read without any live dependency:
//
//	var Routes = []route.Spec{{
//		ID: "timers.current", Method: "GET", Path: "/api/timers/current",
//		Credential: auth.Session, Permission: auth.TrackTime,
//		Summary: "The running timer", Op: route.Op((*Family).current),
//	}}
//
// serve.go is the order of checks that every request goes through.
package route
