package screen

import "fmt"

// Counted is a number with its noun: one for 1, more for every other number.
func Counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
