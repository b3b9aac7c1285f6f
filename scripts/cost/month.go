package main

import (
	"fmt"

	"stint/internal/habits"
)

// month is what the requests of all users consume in a month.
type month struct {
	requests, reads, writes, milliseconds, gbSeconds, signatures, mails float64
}

func computeMonth(budgets map[string]budget, users float64) (m month, err error) {
	for _, h := range habits.All {
		b, ok := budgets[h.Route]
		if !ok {
			return m, fmt.Errorf("the table has no budget for %q", h.Route)
		}
		m.add(h, b, users*(h.PerDay*habits.Workdays+h.PerMonth))
	}
	return m, nil
}

func (m *month) add(h habits.Habit, b budget, times float64) {
	took := functionMilliseconds + roundTripMilliseconds*b.roundTrips + h.ExtraMS
	memory := h.MemoryGB
	if memory == 0 {
		memory = memoryGB
	}
	m.requests += times
	m.reads += times * b.reads
	m.writes += times * b.writes
	m.milliseconds += times * took
	m.gbSeconds += times * took / 1000 * memory
	if h.Signs {
		m.signatures += times
	}
	if h.Mails {
		m.mails += times
	}
}

// costs are the month's costs that depend on requests.
func (m month) costs(p prices) []cost {
	return []cost{
		{"API Gateway", m.requests * p.of("gateway request")},
		{"Lambda, calls", m.requests * p.of("function call")},
		{"Lambda, time", m.gbSeconds * p.of("function GB-second")},
		{"DynamoDB, reads", m.reads * p.of("read unit")},
		{"DynamoDB, writes", m.writes * p.of("write unit")},
		{"logs", m.requests * logBytes / gigabyte * p.of("GB of logs")},
		{"signatures by KMS", m.signatures * p.of("signature")},
		{"mail", m.mails * p.of("mail")},
	}
}
