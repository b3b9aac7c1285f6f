package wire

import "testing"

func TestPlainInteger(t *testing.T) {
	t.Parallel()
	for literal, want := range map[string]string{
		"8500": "8500", "8500.0": "8500", "8500.000": "8500", "85e2": "8500", "8.5E3": "8500", "85000e-1": "8500",
		"-1.0": "-1", "0.0": "0", "-0.0": "-0", "0e5": "0", "100e-2": "1", "1e19": "10000000000000000000", "0.001e3": "1",
		"1.5": "1.5", "15e-1": "15e-1", "1e-5": "1e-5", "1e400": "1e400", "1e-400": "1e-400", "8.55e1": "8.55e1",
	} {
		if got := plainInteger(literal); got != want {
			t.Errorf("%s is %s, want %s", literal, got, want)
		}
	}
}
