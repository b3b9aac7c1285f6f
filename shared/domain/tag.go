package domain

// Tag is a label on entries.
type Tag struct {
	ID         ID         `db:"id"`
	Name       Name       `db:"name"`
	ExternalID ExternalID `db:"ext,omitempty"`  // in another system; "" is none
	Used       bool       `db:"used,omitempty"` // true forever after an entry has had it
	CreatedAt  Instant    `db:"created"`
	Version    int64      `db:"ver"`
}
