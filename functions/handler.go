package functions

import (
	"stint/shared/boot"
	"stint/shared/lambdahttp"
)

// Handler makes the handler that the family's Lambda function runs.
func (f Family) Handler(d *boot.Deps) lambdahttp.Handler { return d.Handler(f.build(d), f.Routes) }
