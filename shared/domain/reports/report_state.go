package reports

import "stint/shared/domain"

// The state of a report is deflated JSON. Texts are in a list, once each, and the sums name them by their place.

// reportState is what a report has summed up.
type reportState struct {
	Texts  []string   `json:"texts"`
	Groups []sumState `json:"groups"`
	Total  []sumState `json:"total"`
}

// sumState is one sum: the places of its keys, project and currency, then seconds, billable seconds, amount,
// rate, and whether there is a rate (rateNone, rateOne).
type sumState [domain.MaxGroupings + 7]int64

// The places in a sumState behind the keys.
const (
	atProject = domain.MaxGroupings + iota
	atCurrency
	atSeconds
	atBillable
	atAmount
	atRate
	atHasRate
)

// What a sum knows about its rate.
const (
	rateNone = 1
	rateOne  = 2
)

// maxState bounds the JSON of a state: 100,000 groups of three, each with texts of its own, take less.
const maxState = 128 << 20

// Pack makes the state of the report.
func (r *Report) Pack() []byte {
	p := statePacker{places: map[string]int64{}}
	p.state.Groups, p.state.Total = p.pack(r.groups), p.pack(r.total)
	return domain.PackJSON(p.state)
}

type statePacker struct {
	state  reportState
	places map[string]int64
}

func (p *statePacker) place(text string) int64 {
	at, ok := p.places[text]
	if !ok {
		at = int64(len(p.state.Texts))
		p.places[text] = at
		p.state.Texts = append(p.state.Texts, text)
	}
	return at
}

func (p *statePacker) pack(sums map[sumKey]sum) (all []sumState) {
	for key, s := range sums {
		var packed sumState
		for i, text := range key.key {
			packed[i] = p.place(text)
		}
		packed[atProject], packed[atCurrency] = p.place(string(key.project)), p.place(string(key.currency))
		packed[atSeconds], packed[atBillable], packed[atAmount] = s.seconds, s.billable, s.amount
		switch {
		case s.rate.isNone:
			packed[atHasRate] = rateNone
		case s.rate.isKnown:
			packed[atRate], packed[atHasRate] = s.rate.rate, rateOne
		}
		all = append(all, packed)
	}
	return all
}

// AddState adds what another report with the same groupings has summed up. Errors: a state that Pack did not make.
func (r *Report) AddState(packed []byte) error {
	if len(packed) == 0 {
		return nil
	}
	var state reportState
	if err := domain.UnpackJSON(packed, maxState, &state); err != nil {
		return err
	}
	if err := state.addTo(r.groups, state.Groups); err != nil {
		return err
	}
	return state.addTo(r.total, state.Total)
}

func (s reportState) addTo(sums map[sumKey]sum, all []sumState) error {
	for _, packed := range all {
		for _, place := range packed[:atSeconds] {
			if place < 0 || place >= int64(len(s.Texts)) {
				return errPacked
			}
		}
		key := sumKey{project: domain.ID(s.Texts[packed[atProject]]), currency: domain.Currency(s.Texts[packed[atCurrency]])}
		for i := range key.key {
			key.key[i] = s.Texts[packed[i]]
		}
		sums[key] = sums[key].plus(sum{packed[atSeconds], packed[atBillable], packed[atAmount],
			oneRate{rate: packed[atRate], isKnown: packed[atHasRate] != 0, isNone: packed[atHasRate] == rateNone}})
	}
	return nil
}

// Merge adds what another report with the same groupings has summed up.
func (r *Report) Merge(o *Report) {
	for key, s := range o.groups {
		r.groups[key] = r.groups[key].plus(s)
	}
	for key, s := range o.total {
		r.total[key] = r.total[key].plus(s)
	}
}
