package client

// cursors notices a list that goes in circles. It keeps one cursor, and takes another after 1, 2,
// 4, 8 … pages. So it finds a circle of any length, and memory does not grow with the list (Brent).
type cursors struct {
	kept        string
	pages, most int // since the cursor was taken, and until the next one is
}

// have reports whether a cursor is empty or comes again.
func (c *cursors) have(cursor string) bool {
	if cursor == "" || cursor == c.kept {
		return true
	}
	if c.pages++; c.pages > c.most {
		c.kept, c.pages, c.most = cursor, 0, 2*c.most+1
	}
	return false
}
