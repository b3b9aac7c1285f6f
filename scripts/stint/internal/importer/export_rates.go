package importer

import (
	"stint/scripts/stint/internal/timefile"
	"stint/shared/client/api"
	"stint/shared/domain"
)

// addRate says what an entry is worth. The rate that the workspace gives it, too, is inherited. An
// entry without a rate has 0, so that it is worth nothing where the workspace has a rate by now.
func (x exported) addRate(row *timefile.Row, e api.Entry) {
	if e.Amount == nil {
		return // the key may not read rates
	}
	rate, source := x.rateOf(e)
	row.IsInherited = e.RateSource == source && domain.SameRate(e.HourlyRate, rate)
	if e.HourlyRate == nil {
		row.HourlyRate, row.Currency = new(int64), ""
	}
}

// rateOf is the rate that an entry would get at the end of the export, and its source.
func (x exported) rateOf(e api.Entry) (*int64, string) {
	if e.ProjectId != nil {
		if m := x.workers[memberOf{*e.ProjectId, e.UserId}]; m.HourlyRate != nil {
			return m.HourlyRate, string(domain.RateOfProjectMember)
		}
		if p := x.projects[*e.ProjectId]; p.HourlyRate != nil {
			return p.HourlyRate, string(domain.RateOfProject)
		}
	}
	if m := x.members[e.UserId]; m.HourlyRate != nil {
		return m.HourlyRate, string(domain.RateOfMember)
	}
	if x.billing != nil && x.billing.DefaultHourlyRate != nil {
		return x.billing.DefaultHourlyRate, string(domain.RateOfWorkspace)
	}
	return nil, string(domain.RateNone)
}
