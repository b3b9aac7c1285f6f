package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"

	"stint/scripts/internal/command"
)

const errTypesUsage = command.UsageError("usage: check types <package> <system>...")

// checkTypes checks that a program compiles for other operating systems, in a tenth of the time that compiling takes.
// It reads the source of the program and of all that it imports as that system's compiler would, without C.
func checkTypes(ctx context.Context, args []string) error { return checkSystems(ctx, ".", args) }

// checkSystems checks the program of the first argument, in the module of a folder, for the systems of the others.
// Errors: errTypesUsage, and all that is wrong.
func checkSystems(ctx context.Context, folder string, args []string) error {
	if len(args) < 2 {
		return errTypesUsage
	}
	var wrong []error
	for _, system := range args[1:] {
		if err := checkSystem(ctx, folder, args[0], system); err != nil {
			wrong = append(wrong, fmt.Errorf("%s for %s: %w", args[0], system, err))
		}
	}
	return errors.Join(wrong...)
}

// checkSystem type-checks a program and all that it imports for a system.
func checkSystem(ctx context.Context, folder, program, system string) error {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx,
		Dir:     folder,
		Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedFiles |
			packages.NeedCompiledGoFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesSizes |
			packages.NeedModule,
		Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
	}, program)
	if err != nil {
		return err
	}
	var wrong []error
	packages.Visit(loaded, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			wrong = append(wrong, e)
		}
	})
	return errors.Join(wrong...)
}
