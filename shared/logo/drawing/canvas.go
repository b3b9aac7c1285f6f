package drawing

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// fineness is in how many rows the coverage of a row of pixels is counted.
const fineness = 8

// canvas is a picture with the rows in which shapes are filled.
type canvas struct {
	picture       *image.RGBA
	width, height int
	crossings     [][]crossing // of each fine row
	steps         *steps
}

// crossing is where the edge of a shape crosses a fine row.
type crossing struct {
	x    float64
	turn int // 1 or -1, as the edge goes down or up
}

func newCanvas(width, height int, s *steps) *canvas {
	return &canvas{picture: image.NewRGBA(image.Rect(0, 0, width, height)), width: width, height: height,
		crossings: make([][]crossing, height*fineness), steps: s}
}

// fill fills areas, which m pictures, with a colour for each point.
func (c *canvas) fill(o *outline, m matrix, evenOdd bool, with shader) error {
	if err := c.steps.take(perRow * c.height * fineness); err != nil {
		return err
	}
	for i := range c.crossings {
		c.crossings[i] = c.crossings[i][:0]
	}
	for _, part := range o.parts {
		for i, p := range part.points {
			if err := c.edge(m.apply(p), m.apply(part.points[(i+1)%len(part.points)])); err != nil {
				return err
			}
		}
	}
	coverage := make([]float64, c.width)
	for y := range c.height {
		if err := c.row(y, coverage, evenOdd, with); err != nil {
			return err
		}
	}
	return nil
}

// edge notes where an edge crosses the middles of the fine rows.
func (c *canvas) edge(a, b point) error {
	turn := 1
	if a.y > b.y {
		a, b, turn = b, a, -1
	}
	first := max(0, math.Ceil(a.y*fineness-0.5))
	end := min(float64(len(c.crossings)), math.Ceil(b.y*fineness-0.5))
	if !(first < end) {
		return nil
	}
	slope := (b.x - a.x) / (b.y - a.y)
	for i := int(first); i < int(end); i++ {
		y := (float64(i) + 0.5) / fineness
		c.crossings[i] = append(c.crossings[i], crossing{a.x + slope*(y-a.y), turn})
	}
	return c.steps.take(perCrossing * int(end-first))
}

// row fills a row of pixels.
func (c *canvas) row(y int, coverage []float64, evenOdd bool, with shader) error {
	clear(coverage)
	left, right := c.width, 0
	for _, fine := range c.crossings[y*fineness : (y+1)*fineness] {
		slices.SortFunc(fine, func(a, b crossing) int {
			if a.x < b.x {
				return -1
			}
			return 1
		})
		winding := 0
		for i, from := range fine {
			winding += from.turn
			if winding == 0 || evenOdd && i%2 == 1 {
				continue
			}
			x0, x1 := max(0, from.x), min(float64(c.width), fine[i+1].x)
			if x0 < x1 {
				span(coverage, x0, x1)
				left, right = min(left, int(x0)), max(right, int(math.Ceil(x1)))
			}
		}
	}
	for x := left; x < right; x++ {
		if coverage[x] > 0 {
			c.blend(x, y, with.at(float64(x)+0.5, float64(y)+0.5), min(1, coverage[x]/fineness))
		}
	}
	return c.steps.take(with.steps * max(0, right-left))
}

// span covers a part of a row.
func span(coverage []float64, from, to float64) {
	first, last := int(from), int(to)
	if first == last {
		coverage[first] += to - from
		return
	}
	coverage[first] += float64(first+1) - from
	for x := first + 1; x < last; x++ {
		coverage[x]++
	}
	if last < len(coverage) {
		coverage[last] += to - float64(last)
	}
}

// blend puts a colour over a pixel.
func (c *canvas) blend(x, y int, over color.RGBA64, share float64) {
	pixel := c.picture.Pix[c.picture.PixOffset(x, y):][:4]
	rest := 1 - float64(over.A)/0xffff*share
	for i, part := range [4]uint16{over.R, over.G, over.B, over.A} {
		pixel[i] = uint8(float64(part)/257*share + float64(pixel[i])*rest + 0.5)
	}
}
