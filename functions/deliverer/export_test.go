package deliverer

// SetBudgets replaces what finds the use of budgets.
func (d *Deliverer) SetBudgets(change func(Budgets) Budgets) { d.budgets = change(d.budgets) }

// ReachedOf is what a webhook remembers of a budget that was reached.
var ReachedOf = reachedOf

// ManyWaiting is how many deliveries wait for a webhook that is behind.
const ManyWaiting = manyWaiting
