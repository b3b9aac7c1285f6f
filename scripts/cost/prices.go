package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// price is a price in US$, on demand, in us-east-1, without the free tier.
type price struct {
	Name   string  `json:"name"`   // one of those in prices.json
	USD    float64 `json:"usd"`    // of Per units
	Per    float64 `json:"per"`    // number of units
	What   string  `json:"what"`   // the unit in words
	Source string  `json:"source"` // address of the page with the price, or where else it is from
	Seen   string  `json:"seen"`   // address of the text in which the price was seen; may be ""
	Date   string  `json:"date"`   // year or day that the price is of
}

// prices are prices by their names.
type prices map[string]price

// defaultPrices is the file that docs/cost.md shows.
//
//go:embed prices.json
var defaultPrices []byte

// readPrices reads the default prices, and those of a file in their place. The file may
// have some of them only; "" is no file.
func readPrices(path string) (prices, error) {
	all, err := parsePrices(defaultPrices)
	if err != nil || path == "" {
		return all, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	given, err := parsePrices(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for name, p := range given {
		if _, known := all[name]; !known {
			return nil, fmt.Errorf("%s: there is no price %q, but there are %s", path, name,
				strings.Join(slices.Sorted(maps.Keys(all)), ", "))
		}
		all[name] = p
	}
	return all, nil
}

func parsePrices(text []byte) (prices, error) {
	var list []price
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("the prices are not a list as in scripts/cost/prices.json: %w", err)
	}
	all := prices{}
	var wrong []error
	for _, p := range list {
		if p.USD < 0 || p.Per <= 0 || p.Source == "" || p.Date == "" {
			wrong = append(wrong, fmt.Errorf("price %q needs usd from 0, per above 0, source and date", p.Name))
		}
		all[p.Name] = p
	}
	return all, errors.Join(wrong...)
}

// of is the price of one unit in US$.
func (all prices) of(name string) float64 {
	p, known := all[name]
	if !known {
		panic("there is no price " + name) // a bug: the names are constants
	}
	return p.USD / p.Per
}

// dates are the dates of the prices, sorted.
func (all prices) dates() string {
	dates := map[string]bool{}
	for _, p := range all {
		dates[p.Date] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(dates)), ", ")
}

// Assumptions about one request.
const (
	functionMilliseconds  = 3.0   // computing time of the function
	roundTripMilliseconds = 6.0   // of one round trip to DynamoDB, slow ones included
	logBytes              = 1_000 // of the function, the gateway and Lambda
	memoryGB              = 0.5   // of most functions
	gigabyte              = 1 << 30
)

const (
	kmsKeys         = 2  // signing, secrets
	alarmMetrics    = 22 // of the fourteen alarms
	workerSeconds   = 0.05
	workerReads     = 9.5 // read units of one poll: eight of the partitions of the queue, and three queries of indexes
	lookReads       = 3   // read units of one look for long timers, in addition to one for each member
	lookWrites      = 5   // write units of one look
	looksPerDay     = 3   // at the timers of a team that works by day
	delivererReads  = 16  // of one poll without webhooks
	secondsPerMonth = 30.4 * 24 * 3600
)

type cost struct {
	name    string
	dollars float64
}

// fixedCosts are the costs of a stage in a month without requests, with one workspace of so many users. The dashboard
// is free, because it has at most 50 metrics.
func fixedCosts(p prices, users float64) []cost {
	polls := secondsPerMonth / 60
	looks := secondsPerMonth / (24 * 3600) * looksPerDay
	return []cost{
		{"keys in KMS", kmsKeys * p.of("key")},
		{"alarms", alarmMetrics * p.of("alarm metric")},
		{"the worker's polls of its queue", polls * (p.of("function call") +
			workerSeconds*memoryGB*p.of("function GB-second") + workerReads*p.of("read unit"))},
		{"looks for long timers", looks * ((lookReads+users)*p.of("read unit") + lookWrites*p.of("write unit"))},
		{"the deliverer's polls", polls * (p.of("function call") + workerSeconds*memoryGB*p.of("function GB-second") +
			delivererReads*p.of("read unit"))},
		{"a GB in the table, with recovery", p.of("GB in the table") + p.of("GB of recovery")},
	}
}
