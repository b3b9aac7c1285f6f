package domain

// Bounds of what callers send. A request names them in the struct tag bounds;
// see BoundsNamed.
const (
	MaxDescription = 5_000       // characters
	MaxTags        = 50          // of one entry
	MaxBulkRows    = 100         // of one batch, and the writes that its rows cost: what one transaction takes
	MaxHourlyRate  = 100_000_000 // minor units per hour
	MaxNote        = 2_000       // characters of a submission's note
	MaxReason      = 1_000       // characters of a rejection's reason
	MaxDisplayName = 100         // characters
	MaxLinkDays    = 90          // until a client link expires
	MaxKeyDays     = 3_650       // the most that a workspace may allow its API keys to live
)

// Bounds is the least and the most that a property may have: characters of a
// text, items of a list or the value of a number. Both are inclusive.
type Bounds struct{ Min, Max int64 }

var bounds = map[string]Bounds{
	"description": {0, MaxDescription},
	"tags":        {0, MaxTags},
	"bulkRows":    {1, MaxBulkRows},
	"hourlyRate":  {0, MaxHourlyRate},
	"note":        {0, MaxNote},
	"reason":      {0, MaxReason},
	"displayName": {1, MaxDisplayName},
	"linkDays":    {1, MaxLinkDays},
	"keyDays":     {1, MaxKeyDays},
}

// BoundsNamed gives the bounds that a struct tag such as bounds:"hourlyRate"
// names; ok is false for an unknown name.
func BoundsNamed(name string) (b Bounds, ok bool) {
	b, ok = bounds[name]
	return b, ok
}
