package functions_test

import (
	"testing"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/config"
)

// maxHandlerAllocations bounds what a family allocates at each start, after its
// dependencies were made.
const maxHandlerAllocations = 200

// Each function makes its handler at the start. It checks the table of routes, and makes
// nothing that the first request does not need.
func TestHandlersAllocateLittle(t *testing.T) {
	c, err := config.Read(func(name string) string {
		return map[string]string{
			"STINT_ENV": "live", "TABLE_NAME": "t", "AWS_REGION": "eu-central-1", "PUBLIC_URL": "https://api.example.com",
			"DYNAMODB_ENDPOINT": "http://localhost:1", "SEALING_KEY": "arn:aws:kms:eu-central-1:111122223333:key/a",
			"SIGNING_KEY": "arn:aws:kms:eu-central-1:111122223333:key/b",
		}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	d, err := boot.New(t.Context(), c, boot.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range functions.Families() {
		if got := testing.AllocsPerRun(5, func() { f.Handler(d) }); got > maxHandlerAllocations {
			t.Errorf("%s: %v allocations, want at most %d", f.Name, got, maxHandlerAllocations)
		}
	}
}
