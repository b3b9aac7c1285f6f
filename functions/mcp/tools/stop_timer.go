package tools

var stopTimer = declaration{"stop_timer", "Stop a timer",
	"Stops the running timer, which becomes an entry. With timer_id it stops that timer; repeating the call is " +
		"harmless.", changes}

type stopInput struct {
	TimerID   string `json:"timer_id,omitempty" jsonschema:"the timer; the running one, if absent"`
	StoppedAt string `json:"stopped_at,omitempty" jsonschema:"when it ended, in local time; now, if absent"`
	Preview   bool   `json:"preview,omitempty" jsonschema:"true: only say what would change"`
}

// Stopped says what stopping a timer did.
type Stopped struct {
	Status string `json:"status" jsonschema:"stopped, preview or none: no timer runs"`
	Entry  *Entry `json:"entry,omitempty" jsonschema:"the entry, in a preview as it would be"`
}

func (c *call) stopTimer(in stopInput) (Stopped, error) {
	if err := c.loadZone(); err != nil {
		return Stopped{}, err
	}
	at, err := c.readTime("stopped_at", in.StoppedAt)
	if err != nil {
		return Stopped{}, err
	}
	timer, err := c.timerToStop(in.TimerID)
	switch {
	case err != nil:
		return Stopped{}, err
	case timer == nil:
		return Stopped{Status: "none"}, nil
	}
	body := map[string]any{}
	if at != "" {
		body["stoppedAt"] = at
	}
	request := Request{Operation: "timers.stop.v1", IDs: []string{timer.ID}, Body: body}
	if in.Preview {
		request.Query = dryRunQuery()
	}
	sent, err := run[sentEntry](c, request)
	if err != nil {
		return Stopped{}, err
	}
	out := Stopped{Status: "stopped", Entry: c.entry(sent)}
	if in.Preview {
		out.Status = "preview"
	}
	return out, nil
}

// timerToStop is the timer that an id names, or the running one; nil if none runs.
func (c *call) timerToStop(id string) (*Entry, error) {
	running, err := c.running()
	if err != nil || id == "" || running != nil && running.ID == id {
		return running, err
	}
	sent, err := run[sentEntry](c, Request{Operation: "entries.get.v1", IDs: []string{id}})
	if err != nil {
		return nil, err
	}
	return c.entry(sent), nil
}
