// Command cost computes what Stint costs in AWS, from the table that make
// budgets prints, a month of a team, and the prices in prices.go:
//
//	make budgets | go run ./scripts/cost -people 20
//
// What it prints stands in docs/cost.md. The figures are of the table's units,
// not of a bill: round trips and log lines are assumed as prices.go has them.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
)

func main() {
	people := flag.Float64("people", 20, "people of the team")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, *people); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, people float64) error {
	budgets, err := readBudgets(in)
	if err != nil {
		return err
	}
	month, err := monthOf(budgets, people)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintf(table, "| part\t| a million requests, US$\t| %g people for a month, US$\t|\n", people)
	fmt.Fprintf(table, "|---\t|---:\t|---:\t|\n")
	million := 1e6 / month.requests
	var perMillion, perMonth float64
	for _, part := range month.parts() {
		fmt.Fprintf(table, "| %s\t| %.2f\t| %.2f\t|\n", part.name, part.cost*million, part.cost)
		perMillion, perMonth = perMillion+part.cost*million, perMonth+part.cost
	}
	fmt.Fprintf(table, "| **by request**\t| **%.2f**\t| **%.2f**\t|\n", perMillion, perMonth)
	for _, part := range fixed() {
		fmt.Fprintf(table, "| %s\t| \t| %.2f\t|\n", part.name, part.cost)
		perMonth += part.cost
	}
	fmt.Fprintf(table, "| **a month**\t| \t| **%.2f**\t|\n", perMonth)
	if err := table.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "\n%.0f requests a month; a request takes %.1f read units, %.1f write units, %.0f ms on average\n",
		month.requests, month.reads/month.requests, month.writes/month.requests, month.milliseconds/month.requests)
	return err
}
