package reports

// table is what a file shows, in every format.
type table struct {
	file      string // its name, without extension
	worksheet string // the name of the only sheet of a workbook
	columns   []heading
	rows      int
	row       func(n int) []cell
	total     []cell // the last row of a workbook
}

// heading is the head of a column.
type heading struct {
	name  string
	width float64 // in a workbook, in characters
}
