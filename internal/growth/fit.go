package growth

import "math"

// Growth is how a number grows with the people of a workspace.
type Growth string

// The kinds of growth.
const (
	Nothing    Growth = "–"        // there is none
	Constant   Growth = "constant" // as much for many people as for few
	WithPeople Growth = "people"
	Faster     Growth = "faster" // than people
)

// Point is a number that was measured with so many people.
type Point struct {
	People float64
	Measure
}

// Exponents between which a number grows as people do. A constant part makes it smaller, chance makes it larger.
const (
	leastExponent = 0.4
	mostExponent  = 1.5
)

// Fit says how the number of a key grows, by the mean of all keys, and what that of the busiest key is with more
// people. What grows as people do has a constant part, too.
func Fit(small, large Point, people float64) (Growth, float64) {
	most := max(small.Most, large.Most)
	switch {
	case most == 0:
		return Nothing, 0
	case small.Mean == 0: // it is too rare for few people
		return WithPeople, large.Most * people / large.People
	}
	exponent := math.Log(large.Mean/small.Mean) / math.Log(large.People/small.People)
	switch {
	case large.Mean == 0 || exponent < leastExponent:
		return Constant, most
	case exponent > mostExponent:
		return Faster, large.Most * math.Pow(people/large.People, exponent)
	}
	each := (large.Mean - small.Mean) / (large.People - small.People)
	return WithPeople, large.Most / large.Mean * (large.Mean + each*(people-large.People))
}
