package timesheetpdf

import (
	"fmt"
	"slices"
)

// column is a column of a table.
type column struct {
	title string
	width float64 // in millimetres; 0 shares what the others leave
	right bool    // whether the cells end at the right edge
}

const (
	cellGap = 2.5 // between two columns, in millimetres
	rowGap  = 1.1 // above and below the text of a row, in millimetres
)

// table writes rows below each other and repeats its header on every page.
type table struct {
	*printer
	columns []column
	element *element // of the structure: the part that the rows belong to
	group   string   // heading of the rows, repeated on a new page; "" is none
	follow  float64  // how much must fit on the page below the next row, in millimetres
}

// newTable begins a table. Its header belongs to the structure once; what is repeated on a new page does not.
func (p *printer) newTable(columns []column) *table {
	flexible, rest := 0, p.width()-cellGap*float64(len(columns)-1)
	for _, c := range columns {
		rest -= c.width
		if c.width == 0 {
			flexible++
		}
	}
	element := p.structure.current.add(kindTable, "")
	t := &table{printer: p, columns: columns, element: element.add(kindHead, "")}
	for i := range columns {
		if columns[i].width == 0 {
			columns[i].width = rest / float64(flexible)
		}
	}
	t.header(t.newRow(kindHeader, ofColumn))
	t.element = element.add(kindBody, "")
	return t
}

// newRow adds a row to the structure, with a cell for each column.
func (t *table) newRow(kind kind, attributes string) []*element {
	return t.element.add(kindRow, "").addCells(len(t.columns), kind, attributes)
}

// header prints the titles into cells of the structure. Those without an element repeat them.
func (t *table) header(cells []*element) {
	titles := make([]string, len(t.columns))
	for i, c := range t.columns {
		titles[i] = c.title
	}
	t.font(bold, sizeSmall)
	t.printCells(t.wrapCells(titles), cells)
	t.rule(t.y, 0.35)
	t.font(regular, sizeText)
}

// row prints a row. A row that is higher than the rest of the page goes to the next one;
// one that is higher than a page is divided.
func (t *table) row(cells ...string) { t.styledRow(regular, cells, t.newRow(kindCell, "")) }

// lastRow prints the last of the rows. So much must fit below it, and what stays with the end of the table.
func (t *table) lastRow(below float64, cells ...string) {
	t.follow = below + t.tail
	t.row(cells...)
	t.follow = 0
}

// totalRow prints a row with sums on the page of the last row. Its first text says what it is.
func (t *table) totalRow(cells ...string) {
	t.rule(t.y, 0.35)
	row := t.newRow(kindCell, "")
	label := row[slices.IndexFunc(cells, func(cell string) bool { return cell != "" })]
	label.kind, label.attributes = kindHeader, ofRow
	t.styledRow(bold, cells, row)
}

// styledRow prints a row into cells of the structure.
func (t *table) styledRow(style string, cells []string, row []*element) {
	t.font(style, sizeText)
	lines := t.wrapCells(cells)
	for {
		fits := int((t.bottom() - t.follow - t.y - 2*rowGap) / lineHeight)
		if height := heightOf(lines); height <= fits {
			break
		} else if whole := int((t.bottom() - t.follow - margin - 30) / lineHeight); height <= whole || fits < 3 {
			t.continueOnNewPage(style)
			continue
		}
		t.printCells(cut(lines, 0, fits), row)
		lines = cut(lines, fits, heightOf(lines))
		t.continueOnNewPage(style)
	}
	t.printCells(lines, row)
	t.rule(t.y, 0.1)
}

func (t *table) continueOnNewPage(style string) {
	t.newPage()
	t.header(make([]*element, len(t.columns)))
	if t.group != "" {
		t.in(nil, func() { t.printGroup(t.group, "", nil, nil) })
	}
	t.font(style, sizeText)
}

// startGroup prints the heading of the rows that follow, with their sum at the column.
func (t *table) startGroup(title, sum string) {
	t.group = ""
	if t.y+3*lineHeight > t.bottom() {
		t.continueOnNewPage(bold)
	}
	t.group = title
	row := t.element.add(kindRow, "")
	sums := slices.IndexFunc(t.columns, func(c column) bool { return c.right })
	heading := row.add(kindHeader, fmt.Sprintf("/A<</O/Table/Scope/Row/ColSpan %d>>", sums))
	cells := row.addCells(len(t.columns)-sums, kindCell, "")
	t.printGroup(title, sum, heading, cells[0])
}

// printGroup prints a heading and a sum into cells of the structure; nil repeats them.
func (t *table) printGroup(title, sum string, heading, total *element) {
	t.font(bold, sizeText)
	t.y += rowGap + 1
	t.in(heading, func() { t.textAt(t.left(), t.y, t.clean(title)) })
	right := t.left()
	for _, c := range t.columns {
		right += c.width
		if c.right {
			t.in(total, func() { t.textRight(right, t.y, sum) })
			break
		}
		right += cellGap
	}
	t.y += lineHeight + rowGap
	t.rule(t.y, 0.1)
}

// heightOfRow is the height of a row, in millimetres.
func (t *table) heightOfRow(cells []string) float64 {
	t.font(bold, sizeText)
	return float64(heightOf(t.wrapCells(cells)))*lineHeight + 2*rowGap
}

// wrapCells wraps the text of each cell to the width of its column.
func (t *table) wrapCells(cells []string) [][]string {
	lines := make([][]string, len(cells))
	for i, text := range cells {
		lines[i] = t.wrap(text, t.columns[i].width)
	}
	return lines
}

// printCells prints the lines of each cell into cells of the structure.
func (t *table) printCells(cells [][]string, row []*element) {
	x, top := t.left(), t.y+rowGap
	for i, lines := range cells {
		t.in(row[i], func() { t.printCell(t.columns[i], x, top, lines) })
		x += t.columns[i].width + cellGap
	}
	t.y = top + float64(heightOf(cells))*lineHeight + rowGap
}

func (t *table) printCell(c column, x, top float64, lines []string) {
	for n, line := range lines {
		if y := top + float64(n)*lineHeight; c.right {
			t.textRight(x+c.width, y, line)
		} else {
			t.textAt(x, y, line)
		}
	}
}

// heightOf is the number of lines of the highest cell.
func heightOf(cells [][]string) (lines int) {
	for _, c := range cells {
		lines = max(lines, len(c))
	}
	return lines
}

// cut is the lines from one to another of all cells.
func cut(cells [][]string, from, to int) [][]string {
	part := make([][]string, len(cells))
	for i, c := range cells {
		part[i] = c[min(from, len(c)):min(to, len(c))]
	}
	return part
}
