package domain

// minorDigits are the currencies whose minor unit is not a hundredth of the unit.
// Source: ISO 4217, list one, column "minor unit".
var minorDigits = map[Currency]int{
	"BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
	"RWF": 0, "UGX": 0, "UYI": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
	"BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
	"CLF": 4, "UYW": 4,
}

// Digits is the number of decimals of an amount in the currency; 2 for most.
func (c Currency) Digits() int {
	if digits, ok := minorDigits[c]; ok {
		return digits
	}
	return 2
}
