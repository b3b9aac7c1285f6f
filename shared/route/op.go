package route

import (
	"context"
	"reflect"

	"stint/shared/wire"
)

// Operation is the function that answers a route, with the types of its input and
// output. Op, OnRecord and their variants WithInput make it of a method of the family.
type Operation struct {
	Family reflect.Type // pointer type that the operation is a method of
	In     reflect.Type // struct with query fields and a Body
	Out    reflect.Type // the answer

	loadRecord func(ctx context.Context, family any, r *Request) (any, error)
	run        func(ctx context.Context, family any, r *Request, record any) (any, error)
}

// LoadsRecord reports whether the record that the path names is loaded before the
// operation is authorized.
func (o Operation) LoadsRecord() bool { return o.loadRecord != nil }

// Versioned reports whether the answer shows one mutable record. Its version is then
// also sent as ETag.
func (o Operation) Versioned() bool { return o.Out.Implements(reflect.TypeFor[versioned]()) }

// AnswersList reports whether the answer is a page of a list.
func (o Operation) AnswersList() bool { return o.Out.Implements(reflect.TypeFor[list]()) }

// Call is a request as an operation sees it: the caller, and the input of type In.
type Call[In any] struct{ *Request }

// Read reads the query and the body. Problems of single properties are in the
// issues, to which the operation may add. Errors: unsupported_media_type,
// malformed_request, validation of the body as a whole.
func (c *Call[In]) Read() (In, *wire.Issues, error) {
	read := wire.Read[In]
	if c.strict {
		read = wire.ReadStrict[In]
	}
	in, issues, err := read(c.http.URL.RawQuery, c.http.Header.Get("Content-Type"), c.http.Header.Get("Content-Encoding"),
		c.sentBody())
	if issues != nil {
		c.ignored, c.issues = issues.Unknown(), issues
		for _, name := range c.usedNames {
			issues.AcceptUnknown(name)
		}
	}
	return in, issues, err
}

// ReadValid is Read for operations that have no issues to add. Errors: as Read;
// validation for any issue.
func (c *Call[In]) ReadValid() (In, error) {
	in, issues, err := c.Read()
	if err == nil {
		err = issues.Err()
	}
	return in, err
}

// ReadTolerant is Read for operations for which an invalid value counts as absent.
// Strict handling still refuses unknown names. Errors: as Read; validation with
// unknown_property.
func (c *Call[In]) ReadTolerant() (In, error) {
	in, issues, err := c.Read()
	if err == nil {
		err = issues.UnknownErr()
	}
	return in, err
}

// NoInput is the input of an operation that takes nothing.
type NoInput = struct{}

// Op makes an operation of a method. It is for routes whose path names no record of
// a workspace; for the others there is OnRecord.
func Op[F, In, Out any](method func(F, context.Context, *Call[In]) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.run = func(ctx context.Context, family any, r *Request, _ any) (any, error) {
		return method(family.(F), ctx, &Call[In]{r})
	}
	return o
}

// OnRecord makes an operation on the record that the path names. find loads the
// record before anything is authorized, and returns not_found for a record that
// the caller cannot see. If the record is an Authorizer, it takes part in the
// decision whether the caller may go on.
func OnRecord[F, T, In, Out any](find func(F, context.Context, *Request) (T, error),
	method func(F, context.Context, *Call[In], T) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.loadRecord = loaderOf(find)
	o.run = func(ctx context.Context, family any, r *Request, record any) (any, error) {
		return method(family.(F), ctx, &Call[In]{r}, record.(T))
	}
	return o
}

// OpWithInput is Op for a method that takes its input as an argument. The method runs only if
// the input is valid. Errors: as Call.ReadValid.
func OpWithInput[F, In, Out any](method func(F, context.Context, *Request, In) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.run = func(ctx context.Context, family any, r *Request, _ any) (any, error) {
		in, err := (&Call[In]{r}).ReadValid()
		if err != nil {
			return nil, err
		}
		return method(family.(F), ctx, r, in)
	}
	return o
}

// OnRecordWithInput is OnRecord for a method that takes its input as an argument. The input is
// read after the record was found and the caller was authorized. Errors: as Call.ReadValid.
func OnRecordWithInput[F, T, In, Out any](find func(F, context.Context, *Request) (T, error),
	method func(F, context.Context, *Request, In, T) (Out, error)) Operation {
	o := typesOf[F, In, Out]()
	o.loadRecord = loaderOf(find)
	o.run = func(ctx context.Context, family any, r *Request, record any) (any, error) {
		in, err := (&Call[In]{r}).ReadValid()
		if err != nil {
			return nil, err
		}
		return method(family.(F), ctx, r, in, record.(T))
	}
	return o
}

func loaderOf[F, T any](
	find func(F, context.Context, *Request) (T, error)) func(context.Context, any, *Request) (any, error) {
	return func(ctx context.Context, family any, r *Request) (any, error) { return find(family.(F), ctx, r) }
}

func typesOf[F, In, Out any]() Operation {
	return Operation{Family: reflect.TypeFor[F](), In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()}
}
