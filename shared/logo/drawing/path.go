package drawing

import (
	"strings"

	"stint/shared/pattern"
)

// counts are how many numbers the commands of a path take.
var counts = map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 's': 4, 'q': 4, 't': 2, 'a': 7, 'z': 0}

var (
	nextCommand = pattern.New(`^[\s,]*([A-Za-z])`)
	nextFlag    = pattern.New(`^[\s,]*([01])`)
)

// pathReader reads the attribute d of a path.
type pathReader struct {
	*outline
	rest    string
	command byte  // in small letters
	small   bool  // whether the numbers are relative
	first   point // of the part
	control point // of the last curve; where the pen is after other commands
	last    byte  // the command before
}

// path adds a path.
func (o *outline) path(d string) error {
	r := &pathReader{outline: o, rest: d, last: 'z'}
	for strings.Trim(r.rest, " \t\r\n,") != "" {
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

// next reads a command, or further numbers of the last one.
func (r *pathReader) next() error {
	if found := nextCommand.FindStringSubmatch(r.rest); found != nil {
		letter := found[1][0]
		r.command, r.small, r.rest = letter|0x20, letter >= 'a', r.rest[len(found[0]):]
	} else if r.command == 'm' {
		r.command = 'l' // what follows a move without a letter is a line
	} else if r.command == 'z' {
		return errNotDrawn
	}
	count, known := counts[r.command]
	if !known || len(r.parts) == 0 && r.command != 'm' {
		return errNotDrawn
	}
	n, err := r.numbers(count)
	if err != nil {
		return err
	}
	if r.last == 'z' && r.command != 'm' && r.command != 'z' {
		if err := r.move(r.first); err != nil {
			return err
		}
	}
	err = r.draw(n)
	r.last = r.command
	return err
}

// numbers reads the numbers of a command. Flags of arcs need nothing between them.
func (r *pathReader) numbers(count int) (all []float64, err error) {
	for i := range count {
		next := nextNumber
		if r.command == 'a' && (i == 3 || i == 4) {
			next = nextFlag
		}
		found := next.FindStringSubmatch(r.rest)
		if found == nil {
			return nil, errNotDrawn
		}
		v, err := toNumber(found[1])
		if err != nil {
			return nil, err
		}
		all, r.rest = append(all, v), r.rest[len(found[0]):]
	}
	return all, nil
}

// draw draws a command with its numbers.
func (r *pathReader) draw(n []float64) (err error) {
	if r.command == 'z' {
		r.close()
		return nil
	}
	from := r.first
	if len(r.parts) > 0 && r.last != 'z' {
		from = r.at()
	}
	base := point{}
	if r.small {
		base = from
	}
	p := func(i int) point { return point{n[i], n[i+1]}.plus(base) }
	control := from
	switch r.command {
	case 'm':
		r.first = p(0)
		err = r.move(r.first)
	case 'l':
		err = r.line(p(0))
	case 'h':
		err = r.line(point{n[0] + base.x, from.y})
	case 'v':
		err = r.line(point{from.x, n[0] + base.y})
	case 'c':
		control, err = p(2), r.curve(p(0), p(2), p(4))
	case 's':
		control, err = p(0), r.curve(r.mirrored(from, "cs"), p(0), p(2))
	case 'q':
		control, err = p(0), r.quadratic(p(0), p(2))
	case 't':
		control = r.mirrored(from, "qt")
		err = r.quadratic(control, p(0))
	case 'a':
		err = r.arc(n[0], n[1], n[2], n[3] == 1, n[4] == 1, p(5))
	}
	r.control = control
	return err
}

// mirrored is the control point of a smooth curve: that of the curve before, on the other side of the pen.
func (r *pathReader) mirrored(from point, after string) point {
	if !strings.ContainsRune(after, rune(r.last)) {
		return from
	}
	return from.times(2).minus(r.control)
}
