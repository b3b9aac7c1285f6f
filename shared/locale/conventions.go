package locale

// conventions are how a language writes dates and numbers. The source is CLDR 48, for English its
// locale en-GB. In the patterns, d is the day, dd with two digits, M the month's number, MMM its
// short name, MMMM its name, y the year and E the name of the day of the week.
type conventions struct {
	months, shortMonths [12]string
	days, shortDays     [7]string // from Sunday
	longDate, fullDate  string
	shortDate           string
	monthYear           string
	dayMonth, day       string // the first half of a period: without the year; without the month
	firstDay            string // of a month; "" for its number
	decimal, group      string
	minGroup            int  // how many digits are before the first group, at least
	signFirst           bool // the currency is before the amount
	hours, minutes      string
	dollar, pound, yen  string // "" where the code is written
}

// nbsp and narrowSpace keep a number and what follows it in one line.
const (
	nbsp        = "\u00a0"
	narrowSpace = "\u202f"
)

func (l Language) conventions() conventions {
	switch l {
	case German:
		return german()
	case French:
		return french()
	case Spanish:
		return spanish()
	default:
		return english()
	}
}

func english() conventions {
	return conventions{
		months: [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
			"November", "December"},
		shortMonths: [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"},
		days:        [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
		shortDays:   [7]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"},
		longDate:    "d MMMM y", fullDate: "E, d MMMM y", shortDate: "d MMM y", monthYear: "MMMM y", dayMonth: "d MMMM",
		day: "d", decimal: ".", group: ",", minGroup: 1, signFirst: true, hours: "h", minutes: "min",
		dollar: "US$", pound: "£", yen: "JP¥",
	}
}

func german() conventions {
	return conventions{
		months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
			"November", "Dezember"},
		shortMonths: [12]string{"Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
			"Dez."},
		days:      [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		shortDays: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
		longDate:  "d. MMMM y", fullDate: "E, d. MMMM y", shortDate: "dd.MM.y", monthYear: "MMMM y", dayMonth: "d. MMMM",
		day: "d.", decimal: ",", group: ".", minGroup: 1, hours: "Std.", minutes: "Min.",
		dollar: "$", pound: "£", yen: "¥",
	}
}

func french() conventions {
	return conventions{
		months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
			"novembre", "décembre"},
		shortMonths: [12]string{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.",
			"déc."},
		days:      [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
		shortDays: [7]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."},
		longDate:  "d MMMM y", fullDate: "E d MMMM y", shortDate: "d MMM y", monthYear: "MMMM y", dayMonth: "d MMMM",
		day:      "d",
		firstDay: "1er", // the form of the Imprimerie nationale; CLDR has 1
		decimal:  ",", group: narrowSpace, minGroup: 1, hours: "h", minutes: "min",
		dollar: "$US", pound: "£GB",
	}
}

func spanish() conventions {
	return conventions{
		months: [12]string{"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
			"noviembre", "diciembre"},
		shortMonths: [12]string{"ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"},
		days:        [7]string{"domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"},
		shortDays:   [7]string{"dom", "lun", "mar", "mié", "jue", "vie", "sáb"},
		longDate:    "d 'de' MMMM 'de' y", fullDate: "E, d 'de' MMMM 'de' y", shortDate: "d MMM y", monthYear: "MMMM 'de' y",
		dayMonth: "d 'de' MMMM", day: "d",
		decimal: ",", group: ".", minGroup: 2, hours: "h", minutes: "min",
		dollar: "US$",
	}
}
