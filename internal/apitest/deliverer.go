package apitest

import (
	"stint/functions/access"
	"stint/functions/deliverer"
	"stint/internal/testkit"
	"stint/shared/domain"
	"stint/shared/store"
)

// NewDeliverer makes a deliverer. It may access the table only as the deliverer's policy
// allows.
func (s *Service) NewDeliverer() *deliverer.Deliverer {
	d := *s.Deps
	d.Secrets = secretEnforcer{s.Deps.Secrets, s, access.Deliverer}
	client := testkit.Connect(s.t, s.Probe.Attach, accessEnforcer{s, access.Deliverer}.attach)
	d.Store = store.New(client, d.Config.Table, d.Secrets, s.Clock.Now)
	return deliverer.New(&d)
}

// RunDeliverer serves the webhooks of the workspaces whose changes woke it, or without any the
// webhooks that are due.
func (s *Service) RunDeliverer(woken ...string) {
	s.t.Helper()
	var all []domain.ID
	for _, w := range woken {
		all = append(all, domain.ID(w))
	}
	if err := s.NewDeliverer().Deliver(s.t.Context(), all...); err != nil {
		s.t.Fatalf("the deliverer failed: %v", err)
	}
}
