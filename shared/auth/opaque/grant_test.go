package opaque_test

import (
	"strings"
	"testing"

	"stint/shared/auth/opaque"
	"stint/shared/secret"
)

// The refresh token of a grant comes back, and is the same each time.
func TestGrantTokensRoundTrip(t *testing.T) {
	t.Parallel()
	codec := opaque.NewGrantCodec(secret.NewLocal(master))
	for _, want := range []opaque.GrantToken{{GrantID: session, Generation: 1}, {GrantID: session, Generation: 1 << 31},
		{GrantID: workspace, Generation: 1}} {
		raw, err := codec.Encode(t.Context(), want)
		again, err2 := codec.Encode(t.Context(), want)
		got, ok, err3 := codec.Decode(t.Context(), raw)
		if err != nil || err2 != nil || err3 != nil || !ok || got != want || raw != again || len(raw) != 72 {
			t.Errorf("%+v: %q, %+v, %t", want, raw, got, ok)
		}
	}
}

// No changed token, none with another key, and none of a session is a token of a grant.
func TestForgedGrantTokensAreRefused(t *testing.T) {
	t.Parallel()
	codec := opaque.NewGrantCodec(secret.NewLocal(master))
	raw, err := codec.Encode(t.Context(), opaque.GrantToken{GrantID: session, Generation: 1})
	if err != nil {
		t.Fatal(err)
	}
	forged := []string{"", raw[:71], raw + "A", raw + "\n", newCodec(master).Encode(full)}
	for i := range raw {
		other := "A"
		if raw[i] == 'A' {
			other = "B"
		}
		forged = append(forged, raw[:i]+other+raw[i+1:])
	}
	for _, text := range forged {
		if _, ok, err := codec.Decode(t.Context(), text); ok || err != nil {
			t.Errorf("%q: %t, %v", text, ok, err)
		}
	}
	strange := opaque.NewGrantCodec(secret.NewLocal([]byte(strings.Repeat("x", 32))))
	if _, ok, _ := strange.Decode(t.Context(), raw); ok {
		t.Error("another key accepts it")
	}
	if _, ok := newCodec(master).Decode(raw); ok {
		t.Error("the codec of sessions accepts it")
	}
}
