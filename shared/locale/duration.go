package locale

import (
	"fmt"
	"strconv"
)

// Duration is a time of work with its units, rounded to the minute: 7 h 30 min, 7 Std. 30 Min. It is for text;
// a column has Clock or DecimalHours.
func (f Formatter) Duration(seconds int64) string {
	hours, minutes := hoursAndMinutes(seconds)
	switch {
	case hours == 0:
		return strconv.FormatInt(minutes, 10) + nbsp + f.forms.minutes
	case minutes == 0:
		return f.Number(hours) + nbsp + f.forms.hours
	}
	return f.Number(hours) + nbsp + f.forms.hours + " " + strconv.FormatInt(minutes, 10) + nbsp + f.forms.minutes
}

// Clock is a time of work as hours and minutes, rounded to the minute: 7:30, 120:05.
func (f Formatter) Clock(seconds int64) string {
	hours, minutes := hoursAndMinutes(seconds)
	return fmt.Sprintf("%d:%02d", hours, minutes)
}

// DecimalHours is a time of work in hours with two decimals, rounded half up: 7.50, 7,50.
func (f Formatter) DecimalHours(seconds int64) string { return f.Decimal((seconds+18)/36, 2) }

func hoursAndMinutes(seconds int64) (hours, minutes int64) {
	minutes = (seconds + 30) / 60
	return minutes / 60, minutes % 60
}
