package opaque_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"math"
	"strings"
	"testing"

	"stint/shared/auth/opaque"
	"stint/shared/domain"
	"stint/shared/secret"
)

const (
	user      domain.ID = "01890a5d-ac96-774b-bcce-b302099a8057"
	session   domain.ID = "01890a5d-ac96-774b-bcce-b302099a8058"
	workspace domain.ID = "01890a5d-ac96-774b-bcce-b302099a8059"
)

var full = opaque.RefreshToken{UserID: user, SessionID: session, WorkspaceID: workspace, Generation: 3}

// testCodec is a codec whose data key is always there.
type testCodec struct{ codec *opaque.RefreshCodec }

func newCodec(master []byte) testCodec {
	return testCodec{opaque.NewRefreshCodec(secret.NewLocal(master))}
}

func (c testCodec) Encode(t opaque.RefreshToken) string {
	raw, err := c.codec.Encode(context.Background(), t)
	if err != nil {
		panic(err)
	}
	return raw
}

func (c testCodec) Decode(raw string) (opaque.RefreshToken, bool) {
	t, ok, err := c.codec.Decode(context.Background(), raw)
	if err != nil {
		panic(err)
	}
	return t, ok
}

func TestTokensRoundTrip(t *testing.T) {
	t.Parallel()
	codec := newCodec(master)
	seen := map[string]bool{}
	for _, want := range []opaque.RefreshToken{
		full,
		{UserID: user, SessionID: session, WorkspaceID: workspace},
		{UserID: user, SessionID: session, Generation: math.MaxUint32},
		{UserID: session, SessionID: user, WorkspaceID: workspace, Generation: 3},
	} {
		raw := codec.Encode(want)
		if len(raw) != 112 || seen[raw] {
			t.Errorf("%+v: %d characters, seen before: %v", want, len(raw), seen[raw])
		}
		seen[raw] = true
		if raw != codec.Encode(want) {
			t.Errorf("%+v: encoding changes", want)
		}
		// another instance with the same master secret
		if got, ok := newCodec(bytes.Clone(master)).Decode(raw); !ok || got != want {
			t.Errorf("Decode = %+v, %v; want %+v", got, ok, want)
		}
	}
}

func TestIdsAreReadInEitherCase(t *testing.T) {
	t.Parallel()
	codec := newCodec(master)
	shouted := full
	shouted.UserID = domain.ID(strings.ToUpper(string(user)))
	if codec.Encode(shouted) != codec.Encode(full) {
		t.Error("the case of an id changes the token")
	}
}

func TestEveryChangedBitIsRefused(t *testing.T) {
	t.Parallel()
	codec := newCodec(master)
	data, err := base64.RawURLEncoding.DecodeString(codec.Encode(full))
	if err != nil {
		t.Fatal(err)
	}
	for bit := range len(data) * 8 {
		data[bit/8] ^= 1 << (bit % 8)
		if _, ok := codec.Decode(base64.RawURLEncoding.EncodeToString(data)); ok {
			t.Errorf("bit %d changed: accepted", bit)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

func TestDecodeRefuses(t *testing.T) {
	t.Parallel()
	codec := newCodec(master)
	raw := codec.Encode(full)
	for name, text := range map[string]string{
		"empty":             "",
		"one short":         raw[:111],
		"one more":          raw + "A",
		"two tokens":        raw + raw,
		"padding":           raw[:111] + "=",
		"line break added":  raw + "\n",
		"line break inside": raw[:50] + "\n" + raw[51:],
		"four line breaks":  raw[:50] + "\r\n\r\n" + raw[54:],
		"line breaks only":  strings.Repeat("\n", 112),
		"space inside":      raw[:50] + " " + raw[51:],
		"standard alphabet": raw[:50] + "+" + raw[51:],
		"zeros":             strings.Repeat("A", 112),
		"1 MB":              strings.Repeat("A", 1<<20),
		"another master":    newCodec(bytes.Repeat([]byte{8}, 32)).Encode(full),
	} {
		if got, ok := codec.Decode(text); ok || got != (opaque.RefreshToken{}) {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}

func TestEncodeNeedsIds(t *testing.T) {
	t.Parallel()
	codec := newCodec(master)
	for name, token := range map[string]opaque.RefreshToken{
		"nothing":        {},
		"no user":        {SessionID: session},
		"no session":     {UserID: user},
		"a zero user":    {UserID: "00000000-0000-0000-0000-000000000000", SessionID: session},
		"odd workspace":  {UserID: user, SessionID: session, WorkspaceID: "w"},
		"zero workspace": {UserID: user, SessionID: session, WorkspaceID: "00000000-0000-0000-0000-000000000000"},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: encoded", name)
				}
			}()
			codec.Encode(token)
		}()
	}
}

func FuzzDecode(f *testing.F) {
	codec := newCodec(master)
	f.Add(codec.Encode(full))
	f.Add(codec.Encode(opaque.RefreshToken{UserID: user, SessionID: session}))
	f.Add(strings.Repeat("A", 112))
	f.Fuzz(func(t *testing.T, raw string) {
		if token, ok := codec.Decode(raw); ok && codec.Encode(token) != raw {
			t.Errorf("%q is read as %+v, which is written otherwise", raw, token)
		}
	})
}

// A cookie that was made before data keys were stored is still valid. The token was
// made by that version.
func TestEarlierTokensAreRead(t *testing.T) {
	t.Parallel()
	const earlier = "AYkKXayWd0u8zrMCCZqAVwGJCl2slndLvM6zAgmagFgBiQpdrJZ3S7zOswIJmoBZAAAAAwzd4f6F5TZcez53VuREIC-d-72POeDdbz9jIryIUZPK"
	if got, ok := newCodec(master).Decode(earlier); !ok || got != full {
		t.Errorf("Decode = %+v, %v; want %+v", got, ok, full)
	}
}
