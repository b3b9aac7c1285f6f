package route

import (
	"context"
	"reflect"

	"stint/shared/auth"
	"stint/shared/wire"
)

// Operation is what a route does, with the types that go in and come out.
type Operation struct {
	Family reflect.Type // pointer type that the operation is a method of
	In     reflect.Type // struct with query fields and a Body
	Out    reflect.Type // the answer

	loadRecord func(ctx context.Context, family any, r *Request) (any, error)
	run        func(ctx context.Context, family any, r *Request, thing any) (any, error)
}

// LoadsRecord reports whether the operation finds the thing its path names before
// anything else is decided.
func (o Operation) LoadsRecord() bool { return o.loadRecord != nil }

// Versioned reports whether the answer shows one mutable record, whose version
// is also sent as its ETag.
func (o Operation) Versioned() bool { return o.Out.Implements(reflect.TypeFor[versioned]()) }

// Call is a request as an operation sees it.
type Call[In any] struct{ *Request }

// Read reads the query and the body. Problems of single properties are in the
// issues, which stay open for what the operation finds wrong besides. Errors:
// unsupported_media_type, malformed_request, validation of the body as a whole.
func (c *Call[In]) Read() (In, *wire.Issues, error) {
	return wire.Read[In](c.http.URL.RawQuery, c.http.Header.Get("Content-Type"), c.http.Header.Get("Content-Encoding"), c.body)
}

// ReadValid is Read for operations that find nothing wrong besides: any issue is
// an error.
func (c *Call[In]) ReadValid() (In, error) {
	in, issues, err := c.Read()
	if err == nil {
		err = issues.Err()
	}
	return in, err
}

// NoInput is the input of an operation that takes nothing.
type NoInput = struct{}

// Op makes an operation of a method whose path names nothing that could be
// invisible to the caller.
func Op[F, In, Out any](method func(F, context.Context, *Call[In]) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.run = func(ctx context.Context, family any, r *Request, _ any) (any, error) {
		return method(family.(F), ctx, &Call[In]{r})
	}
	return o
}

// OnRecord makes an operation on the thing that the path names. The finder runs
// first: it answers not_found for what the caller cannot see. If the thing is
// Guarded, it has a say in the permission.
func OnRecord[F, T, In, Out any](find func(F, context.Context, *Request) (T, error), method func(F, context.Context, *Call[In], T) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.loadRecord = func(ctx context.Context, family any, r *Request) (any, error) {
		return find(family.(F), ctx, r)
	}
	o.run = func(ctx context.Context, family any, r *Request, record any) (any, error) {
		return method(family.(F), ctx, &Call[In]{r}, record.(T))
	}
	return o
}

func typesOf[F, In, Out any]() Operation {
	return Operation{Family: reflect.TypeFor[F](), In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()}
}

// Authorizer is a thing that knows who may do what with it, beyond roles: a
// project asks for its members.
type Authorizer interface {
	// Authorize decides after the role was found good enough. Errors: forbidden.
	Authorize(caller auth.Caller, p auth.Permission) error
}
