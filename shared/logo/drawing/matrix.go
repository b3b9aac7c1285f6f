package drawing

import (
	"math"
	"strings"

	"stint/shared/pattern"
)

// point is a point of a drawing, or a vector.
type point struct{ x, y float64 }

func (p point) plus(q point) point         { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point        { return point{p.x - q.x, p.y - q.y} }
func (p point) times(factor float64) point { return point{p.x * factor, p.y * factor} }
func (p point) length() float64            { return math.Hypot(p.x, p.y) }
func (p point) dot(q point) float64        { return p.x*q.x + p.y*q.y }
func (p point) cross(q point) float64      { return p.x*q.y - p.y*q.x }

// matrix is a transformation, in the order of SVG's matrix(a b c d e f).
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

func (m matrix) apply(p point) point {
	return point{m[0]*p.x + m[2]*p.y + m[4], m[1]*p.x + m[3]*p.y + m[5]}
}

// times is the transformation that applies n first.
func (m matrix) times(n matrix) matrix {
	move := m.apply(point{n[4], n[5]})
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3], move.x, move.y,
	}
}

func (m matrix) determinant() float64 { return m[0]*m[3] - m[1]*m[2] }

func (m matrix) inverse() (matrix, error) {
	d := m.determinant()
	if math.Abs(d) < 1e-12 {
		return identity, errNotDrawn
	}
	n := matrix{m[3] / d, -m[1] / d, -m[2] / d, m[0] / d, 0, 0}
	move := n.apply(point{m[4], m[5]})
	n[4], n[5] = -move.x, -move.y
	return n, nil
}

// scale is the largest factor by which the transformation makes something longer.
func (m matrix) scale() float64 { return max(math.Hypot(m[0], m[1]), math.Hypot(m[2], m[3])) }

var (
	transforms = pattern.New(`^(?:[\s,]*[A-Za-z]+\s*\([^()]*\))*[\s,]*$`)
	transform  = pattern.New(`([A-Za-z]+)\s*\(([^()]*)\)`)
)

// toMatrix reads an attribute transform.
func toMatrix(text string) (m matrix, err error) {
	if m = identity; !transforms.MatchString(text) {
		return m, errNotDrawn
	}
	for _, found := range transform.FindAllStringSubmatch(text) {
		n, err := toNumbers(found[2])
		if err != nil {
			return m, err
		}
		one, ok := oneTransform(strings.TrimSpace(found[1]), n)
		if !ok {
			return m, errNotDrawn
		}
		m = m.times(one)
	}
	return m, nil
}

func oneTransform(name string, n []float64) (matrix, bool) {
	radians := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	switch {
	case name == "matrix" && len(n) == 6:
		return matrix(n), true
	case name == "translate" && len(n) == 1:
		return matrix{1, 0, 0, 1, n[0], 0}, true
	case name == "translate" && len(n) == 2:
		return matrix{1, 0, 0, 1, n[0], n[1]}, true
	case name == "scale" && len(n) == 1:
		return matrix{n[0], 0, 0, n[0], 0, 0}, true
	case name == "scale" && len(n) == 2:
		return matrix{n[0], 0, 0, n[1], 0, 0}, true
	case name == "rotate" && len(n) == 1:
		sin, cos := math.Sincos(radians(n[0]))
		return matrix{cos, sin, -sin, cos, 0, 0}, true
	case name == "rotate" && len(n) == 3:
		turn, _ := oneTransform("rotate", n[:1])
		return matrix{1, 0, 0, 1, n[1], n[2]}.times(turn).times(matrix{1, 0, 0, 1, -n[1], -n[2]}), true
	case name == "skewX" && len(n) == 1:
		return matrix{1, 0, math.Tan(radians(n[0])), 1, 0, 0}, true
	case name == "skewY" && len(n) == 1:
		return matrix{1, math.Tan(radians(n[0])), 0, 1, 0, 0}, true
	}
	return identity, false
}
