package functions

import (
	"stint/shared/boot"
	"stint/shared/lambdahttp"
)

// Handler is the family's function by itself: what its Lambda runs.
func (f Family) Handler(d *boot.Deps) lambdahttp.Handler { return d.Handler(f.build(d), f.Routes) }
