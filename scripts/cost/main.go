// Command cost computes what Stint costs in AWS. It uses the table that make budgets
// prints, the requests of a team in a month (internal/habits) and the prices of AWS
// (prices.json, or some of them from a file of the same form):
//
//	make budgets | go run ./scripts/cost -people 20 -prices eu-central-1.json
//
// docs/cost.md shows the output. The result is an estimate: reads and writes are
// measured, but times and log lines are assumptions in prices.go.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	users := flag.Float64("people", 20, "number of users in the team")
	file := flag.String("prices", "", "file with prices in place of those in scripts/cost/prices.json")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, *users, *file); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, users float64, priceFile string) error {
	prices, err := readPrices(priceFile)
	if err != nil {
		return err
	}
	budgets, err := readBudgets(in)
	if err != nil {
		return err
	}
	usage, err := computeMonth(budgets, users)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintf(table, "| part\t| a million requests, US$\t| %g users for a month, US$\t|\n", users)
	fmt.Fprintf(table, "|---\t|---:\t|---:\t|\n")
	million := 1e6 / usage.requests
	var perMillion, perMonth float64
	for _, part := range usage.costs(prices) {
		fmt.Fprintf(table, "| %s\t| %.2f\t| %.2f\t|\n", part.name, part.dollars*million, part.dollars)
		perMillion, perMonth = perMillion+part.dollars*million, perMonth+part.dollars
	}
	fmt.Fprintf(table, "| **by request**\t| **%.2f**\t| **%.2f**\t|\n", perMillion, perMonth)
	for _, part := range fixedCosts(prices, users) {
		fmt.Fprintf(table, "| %s\t| \t| %.2f\t|\n", part.name, part.dollars)
		perMonth += part.dollars
	}
	fmt.Fprintf(table, "| **a month**\t| \t| **%.2f**\t|\n", perMonth)
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%.0f requests a month; a request takes %.1f read units, %.1f write units, %.0f ms on "+
		"average; prices of %s\n",
		usage.requests, usage.reads/usage.requests, usage.writes/usage.requests, usage.milliseconds/usage.requests,
		prices.dates())
	return err
}

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
