package tools

import "stint/shared/domain"

var startTimer = declaration{"start_timer", "Start a timer",
	"Starts a timer. A timer that runs is stopped at the new start. Names are found by words: when several records " +
		"fit, status is choose and nothing is written.", adds}

type startInput struct {
	Place
	Description string `json:"description,omitempty" jsonschema:"what the person does"`
	StartedAt   string `json:"started_at,omitempty" jsonschema:"when it began, in local time; now, if absent"`
	Preview     bool   `json:"preview,omitempty" jsonschema:"true: only say what would change"`
	RequestKey  string `json:"request_key,omitempty" jsonschema:"a random text; the same one again starts nothing twice"`
}

// Started says what starting a timer did.
type Started struct {
	Status   string `json:"status" jsonschema:"started, preview or choose"`
	Timer    *Entry `json:"timer,omitempty" jsonschema:"the new timer"`
	Stopped  *Entry `json:"stopped,omitempty" jsonschema:"the timer that ran before; in a preview the one that would be stopped"`
	Project  *Named `json:"project,omitempty" jsonschema:"in a preview: the project of the new timer"`
	Task     *Named `json:"task,omitempty" jsonschema:"in a preview: the task of the new timer"`
	StartsAt string `json:"starts_at,omitempty" jsonschema:"in a preview: when the new timer would begin"`
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
	place, err := c.find(in.Place)
	switch {
	case err != nil:
		return Started{}, err
	case place.several != nil:
		return Started{Status: "choose", Choice: *place.several}, nil
	case in.Preview:
		return c.previewStart(place, at)
	}
	return c.start(in, place, at)
}

// previewStart says what starting would change.
func (c *call) previewStart(place found, at string) (Started, error) {
	stopped, err := c.running()
	out := Started{Status: "preview", Stopped: stopped, StartsAt: c.now(),
		Project: c.named("projects.get.v1", domain.OrNull(place.projectID)),
		Task:    c.named("tasks.get.v1", domain.OrNull(place.taskID))}
	if at != "" {
		out.StartsAt = c.show(at)
	}
	return out, err
}

// start starts the timer.
func (c *call) start(in startInput, place found, at string) (Started, error) {
	body := map[string]any{"description": in.Description}
	place.addTo(body)
	if at != "" {
		body["startedAt"] = at
	}
	sent, err := run[struct {
		sentEntry
		StoppedEntry *sentEntry `json:"stopped_entry"`
	}](c, Request{Operation: "timers.start.v1", Body: body, IdempotencyKey: in.RequestKey})
	if err != nil {
		return Started{}, err
	}
	out := Started{Status: "started", Timer: c.entry(sent.sentEntry)}
	if sent.StoppedEntry != nil {
		out.Stopped = c.entry(*sent.StoppedEntry)
	}
	return out, nil
}
