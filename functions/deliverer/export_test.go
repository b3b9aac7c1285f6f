package deliverer

// SetBudgets replaces what finds the use of budgets.
func (d *Deliverer) SetBudgets(change func(Budgets) Budgets) { d.budgets = change(d.budgets) }

// ManyWaiting is how many deliveries wait for a webhook that is behind.
const ManyWaiting = manyWaiting
