package drawing

// maxSteps bounds the work of a drawing. A step takes about ten nanoseconds, and all of them a third of a second.
const maxSteps = 30_000_000

// What the parts of the work take, in steps.
const (
	perLine     = 10 // of a shape
	perCrossing = 20 // of a line with a fine row
	perRow      = 2  // of the fine rows of a shape
	perPixel    = 6  // of a row of a shape
	perShade    = 9  // of a pixel with a gradient
)

// steps count the work of a drawing.
type steps int

// take counts work. Errors: errNotDrawn when it is too much.
func (s *steps) take(n int) error {
	*s += steps(n)
	return must(*s <= maxSteps)
}
