package boot

import (
	"stint/shared/lambdahttp"
	"stint/shared/route"
)

// Fallback is the name of the function that answers paths that no route has.
const Fallback = "meta"

// Function is the Lambda function of a family.
type Function struct {
	Name   string // of the function and of the family's folder
	Routes []route.Spec
	build  func(*Deps) any
}

// NewFunction makes the function of a family. build makes the value whose methods are the
// operations of the routes.
func NewFunction[F any](name string, routes []route.Spec, build func(*Deps) F) Function {
	return Function{Name: name, Routes: routes, build: func(d *Deps) any { return build(d) }}
}

// Handler makes the handler of the function, as API Gateway calls it.
func (f Function) Handler(d *Deps) lambdahttp.Handler {
	server := &route.Server{
		Authenticator: d.Authenticator, Limiter: d.Store, Now: d.Now,
		MaxBody: d.Config.MaxBody, AttemptsPerAddress: d.Config.AttemptsPerAddress, BasePath: d.Config.PublicPath(),
		Callers:              d.Callers,
		FreshFor:             d.Config.FreshFor,
		VerificationRequired: d.Config.VerificationRequired,
	}
	return lambdahttp.New(d.EdgeOptions(), server.Handler(f.build(d), f.Routes))
}
