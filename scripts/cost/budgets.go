package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// budget is what one request of a route consumes: round trips to the database, read
// units and write units.
type budget struct {
	roundTrips, reads, writes float64
}

// readBudgets reads the table that make budgets prints. The key of a budget is its
// route and case.
func readBudgets(in io.Reader) (map[string]budget, error) {
	all := map[string]budget{}
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		cells := strings.Split(strings.Trim(lines.Text(), "| "), "|")
		if len(cells) != 6 {
			continue
		}
		var b budget
		var bad error
		for i, into := range []*float64{&b.roundTrips, &b.reads, &b.writes} {
			if *into, bad = strconv.ParseFloat(strings.TrimSpace(cells[3+i]), 64); bad != nil {
				break
			}
		}
		if bad == nil { // the head of the table has no numbers
			all[strings.TrimSpace(strings.TrimSpace(cells[0])+" "+strings.TrimSpace(cells[1]))] = b
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no table of budgets on standard input (make budgets | go run ./scripts/cost)")
	}
	return all, lines.Err()
}
