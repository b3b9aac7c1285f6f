package tools

var currentTimer = declaration{"current_timer", "Running timer", "Shows the timer that the person has running.", reads}

// Timer is the running timer.
type Timer struct {
	Timer *Entry `json:"timer,omitempty" jsonschema:"absent if no timer runs"`
	Now   string `json:"now"`
}

func (c *call) currentTimer(nothing) (Timer, error) {
	if err := c.loadZone(); err != nil {
		return Timer{}, err
	}
	timer, err := c.running()
	return Timer{Timer: timer, Now: c.now()}, err
}

// running is the running timer; nil without one.
func (c *call) running() (*Entry, error) {
	sent, err := run[struct{ Timer *sentEntry }](c, Request{Operation: "timers.current.v1"})
	if err != nil || sent.Timer == nil {
		return nil, err
	}
	return c.entry(*sent.Timer), nil
}
