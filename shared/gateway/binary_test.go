package gateway

import "testing"

// The rows are AWS's documentation of binary media types, and what others saw there.
func TestBinaryAnswersDependOnTheFirstMediaTypeThatIsAccepted(t *testing.T) {
	t.Parallel()
	pdf := []string{"application/pdf", "image/*"}
	for _, c := range []struct {
		accept string
		binary []string
		want   bool
	}{
		{"", BinaryMediaTypes(), true},
		{"application/json", BinaryMediaTypes(), true},
		{"text/html,*/*;q=0.8", BinaryMediaTypes(), true},
		{"application/pdf", pdf, true},
		{"application/pdf;q=0.5, */*", pdf, true},
		{"image/png", pdf, true},
		{"application/json, application/pdf", pdf, false},
		{"*/*", pdf, false},
		{"application", pdf, false},
		{"", pdf, false},
		{"application/pdf", nil, false},
	} {
		if got := takesBinary(c.accept, c.binary); got != c.want {
			t.Errorf("%q with %v: %v, want %v", c.accept, c.binary, got, c.want)
		}
	}
}
