package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// report has the rows of both tables.
type report struct {
	rows, state []string
	peers       []string           // rows of other services
	baseline    float64            // the rate of the last measured baseline
	ratios      map[string]float64 // of the recorded tables, by kind and size
}

const (
	timesHead = "| request | entries each | per second | of the engine | recorded | p50 ms | p95 ms | p99 ms | " +
		"service CPU ms | engine CPU ms | times the engine |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n"
	stateHead = "| entries each | service memory MB | engine memory MB | data file KB per entry |\n|---|---|---|---|\n"
)

// add adds a measurement. Its rate is also shown as a part of the rate of the baseline,
// which depends less on the machine.
func (r *report) add(m measurement) {
	if m.kind == baseline {
		r.baseline = m.rate()
	}
	if r.ratios == nil {
		r.ratios = readRatios(recorded)
	}
	r.rows = append(r.rows, fmt.Sprintf("| %s | %d | %.1f | %.3f | %s | %s | %s | %s | %s | %s | %s |\n",
		m.kind, m.entries, m.rate(), m.rate()/r.baseline, r.recordedRatio(m),
		milliseconds(m.percentile(.5)), milliseconds(m.percentile(.95)), milliseconds(m.percentile(.99)),
		milliseconds(m.perRequest(m.service)), milliseconds(m.perRequest(m.engine)), timesEngine(m)))
}

func timesEngine(m measurement) string {
	if n, ok := m.timesEngine(); ok {
		return fmt.Sprintf("%.2f", n)
	}
	return "–"
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1000) }

// recordedRatio is the ratio that is recorded for a measurement.
func (r *report) recordedRatio(m measurement) string {
	if ratio, ok := r.ratios[rowName(m.kind, strconv.Itoa(m.entries))]; ok {
		return fmt.Sprintf("%.3f", ratio)
	}
	return "–"
}

func rowName(kind, entries string) string { return kind + " | " + entries }

// readRatios reads the ratios of a recorded table. No table has none.
func readRatios(path string) map[string]float64 {
	ratios := map[string]float64{}
	text, _ := os.ReadFile(path) // a first run records it
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) < 4 {
			continue
		}
		if ratio, err := strconv.ParseFloat(cells[3], 64); err == nil {
			ratios[rowName(cells[0], cells[1])] = ratio
		}
	}
	return ratios
}

// addMemoryAndSize adds the memory of both processes and the size of the data.
func (r *report) addMemoryAndSize(p *processes, size, entries int) error {
	service, err := p.service.MemoryInfo()
	if err != nil {
		return err
	}
	engine, err := p.engine.MemoryInfo()
	if err != nil {
		return err
	}
	bytes, err := p.dataSize()
	const mega = 1 << 20
	r.state = append(r.state, fmt.Sprintf("| %d | %d | %d | %.1f |\n", size, service.RSS/mega, engine.RSS/mega,
		float64(bytes)/1024/float64(entries)))
	return err
}

// publish prints the tables, and records them if the options say so.
func (r *report) publish(o options) error {
	tables := timesHead + strings.Join(r.rows, "") + "\n" + stateHead + strings.Join(r.state, "")
	fmt.Print(tables)
	if len(r.peers) > 0 {
		fmt.Print("\n" + peersHead + strings.Join(r.peers, ""))
	}
	if o.record == "" {
		return nil
	}
	return record(o.record, description(o)+"\n\n"+tables)
}

// The recorded tables are between these lines.
const (
	beginTables = "<!-- make bench RECORD=1 writes what follows -->\n"
	endTables   = "<!-- the end of what make bench RECORD=1 writes -->\n"
)

// record puts the tables into the document, in place of those that it has.
func record(path, tables string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(text), beginTables)
	_, after, ok2 := strings.Cut(rest, endTables)
	if !ok1 || !ok2 {
		return fmt.Errorf("%s has no place for the tables", path)
	}
	return os.WriteFile(path, []byte(before+beginTables+"\n"+tables+"\n"+endTables+after), 0o600)
}
