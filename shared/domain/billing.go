package domain

// Billing is a workspace's settings for money.
type Billing struct {
	Currency          Currency `db:"cur"`
	DefaultHourlyRate *int64   `db:"rate,omitempty"` // minor units per hour; nil is none
	DefaultIsBillable bool     `db:"billable"`
	Rounding          Rounding `db:"rounding"`
	MembersSeeRates   bool     `db:"see"`
	Version           int64    `db:"ver"`
}

// Equal reports whether both settings have the same values, apart from their
// versions.
func (b Billing) Equal(other Billing) bool {
	return SameRate(b.DefaultHourlyRate, other.DefaultHourlyRate) && b.Currency == other.Currency && b.DefaultIsBillable == other.DefaultIsBillable &&
		b.Rounding == other.Rounding && b.MembersSeeRates == other.MembersSeeRates
}

// Rounding says how reports and submissions round each entry's seconds.
type Rounding struct {
	Mode    RoundingMode `db:"mode"`
	Minutes int64        `db:"min,omitempty"` // 1 to 60; 0 with RoundNone
}

// RoundingMode is the direction of rounding.
type RoundingMode string

// The rounding modes.
const (
	RoundNone    RoundingMode = "none"
	RoundUp      RoundingMode = "up"
	RoundDown    RoundingMode = "down"
	RoundNearest RoundingMode = "nearest"
)

// NewBilling is the settings of a new workspace.
func NewBilling() Billing {
	return Billing{Currency: "EUR", DefaultIsBillable: true, Rounding: Rounding{Mode: RoundNone}, Version: 1}
}

// MaxRoundingMinutes is the largest step that seconds are rounded to.
const MaxRoundingMinutes = 60
