package tools

var startTimer = declaration{"start_timer", "Start a timer",
	"Starts a timer. A timer that runs is stopped at the new start. Names are found by words: when several records " +
		"fit, status is choose and nothing is written.", adds}

type startInput struct {
	Place
	Description string  `json:"description,omitempty" jsonschema:"what the person does"`
	StartedAt   string  `json:"started_at,omitempty" jsonschema:"when it began, in local time; now, if absent"`
	Preview     bool    `json:"preview,omitempty" jsonschema:"true: only say what would change"`
	RequestKey  *string `json:"request_key,omitempty" jsonschema:"a random text; the same one again starts nothing twice"`
}

// Started says what starting a timer did.
type Started struct {
	Status  string `json:"status" jsonschema:"started, preview or choose"`
	Timer   *Entry `json:"timer,omitempty" jsonschema:"the new timer, in a preview as it would be, without an id"`
	Stopped *Entry `json:"stopped,omitempty" jsonschema:"the timer that ran before; in a preview as it would be"`
	Choice
}

func (c *call) startTimer(in startInput) (Started, error) {
	if err := c.loadZone(); err != nil {
		return Started{}, err
	}
	at, err := c.readTime("started_at", in.StartedAt)
	if err != nil {
		return Started{}, err
	}
	if in.RequestKey != nil {
		if err := checkKey(*in.RequestKey); err != nil {
			return Started{}, err
		}
	}
	place, err := c.find(in.Place)
	switch {
	case err != nil:
		return Started{}, err
	case place.several != nil:
		return Started{Status: "choose", Choice: *place.several}, nil
	}
	return c.start(in.request(place, at), in.Preview)
}

// request asks to start the timer, or only what would start. A preview sends no key: with one, the answer could be
// that of an earlier call.
func (in startInput) request(place found, at string) Request {
	body := map[string]any{"description": in.Description}
	place.addTo(body)
	if at != "" {
		body["startedAt"] = at
	}
	r := Request{Operation: "timers.start.v1", Body: body}
	switch {
	case in.Preview:
		r.Query = dryRunQuery()
	case in.RequestKey != nil:
		r.IdempotencyKey = *in.RequestKey
	}
	return r
}

// start starts the timer. In a preview the timer has no id and no version, because none is there yet.
func (c *call) start(r Request, isPreview bool) (Started, error) {
	sent, err := run[struct {
		sentEntry
		StoppedEntry *sentEntry `json:"stopped_entry"`
	}](c, r)
	if err != nil {
		return Started{}, err
	}
	out := Started{Status: "started", Timer: c.entry(sent.sentEntry)}
	if sent.StoppedEntry != nil {
		out.Stopped = c.entry(*sent.StoppedEntry)
	}
	if isPreview {
		out.Status, out.Timer.ID, out.Timer.Version = "preview", "", 0
	}
	return out, nil
}
