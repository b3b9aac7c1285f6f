package token_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"stint/shared/auth/token"
	"stint/shared/problem"
)

func TestForgeHelperMakesValidTokens(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	want := h.wantAccepted(t, "issued", h.issue(t, someClaims()))
	if got := h.wantAccepted(t, "forged", h.forge(t, h.header(), h.body())); got != want {
		t.Errorf("claims %+v, want %+v: the refusals below would prove nothing", got, want)
	}
}

// A token without a signature, or with a wrong number of segments, is refused.
func TestUnsignedTokensAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	good := h.issue(t, someClaims())
	parts := strings.Split(good, ".")
	for _, alg := range []any{"none", "None", "nOnE", "NONE", "", nil, 7, []string{"ES256"}, "es256", "ES256 ", "ES256K"} {
		header := h.header().with("alg", alg)
		h.wantRefused(t, "alg, signed", h.forge(t, header, h.body()))
		h.wantRefused(t, "alg, unsigned", segment(t, header)+"."+parts[1]+".")
		h.wantRefused(t, "alg, old signature", segment(t, header)+"."+parts[1]+"."+parts[2])
	}
	for name, raw := range map[string]string{
		"empty":              "",
		"one segment":        parts[0],
		"two segments":       parts[0] + "." + parts[1],
		"empty signature":    parts[0] + "." + parts[1] + ".",
		"four segments":      good + "." + parts[2],
		"leading dot":        "." + good,
		"trailing dot":       good + ".",
		"five as in JWE":     good + "." + parts[1] + "." + parts[2],
		"dots":               "..",
		"no header":          "." + parts[1] + "." + parts[2],
		"no payload":         parts[0] + ".." + parts[2],
		"signature as DER":   parts[0] + "." + parts[1] + "." + b64(derSignature(t, h, parts[0]+"."+parts[1])),
		"signature of zeros": parts[0] + "." + parts[1] + "." + b64(make([]byte, 64)),
		"short signature":    parts[0] + "." + parts[1] + "." + parts[2][:84],
		"long signature":     good + "AAAA",
	} {
		h.wantRefused(t, name, raw)
	}
}

func derSignature(t *testing.T, h issuerAndVerifier, text string) []byte {
	t.Helper()
	raw, err := h.key.Sign(context.Background(), sha256.Sum256([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	der := []byte{0x30, 0x44}
	for _, half := range [][]byte{raw[:32], raw[32:]} {
		der = append(append(der, 0x02, 0x20), half...)
	}
	return der
}

// A token of another algorithm is refused, above all of one that takes the public key as secret.
func TestAlgorithmConfusionIsRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	keys, _ := h.key.Keys(context.Background())
	der, err := x509.MarshalPKIXPublicKey(keys[0].Key)
	if err != nil {
		t.Fatal(err)
	}
	text := segment(t, h.header().with("alg", "HS256")) + "." + segment(t, h.body())
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	for name, secret := range map[string][]byte{"PEM": public, "PEM, trimmed": public[:len(public)-1], "DER": der,
		"nothing": nil} {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(text))
		h.wantRefused(t, "HS256 under "+name, text+"."+b64(mac.Sum(nil)))
	}
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method jwt.SigningMethod
		key    any
	}{
		{jwt.SigningMethodRS256, private},
		{jwt.SigningMethodPS256, private},
		{jwt.SigningMethodES384, newKeyOn(t, elliptic.P384())},
		{jwt.SigningMethodES512, newKeyOn(t, elliptic.P521())},
		{jwt.SigningMethodES256, newKeyOn(t, elliptic.P256())}, // right method, a stranger's key
	} {
		forged := jwt.NewWithClaims(c.method, jwt.MapClaims(h.body()))
		forged.Header["typ"], forged.Header["kid"] = "at+jwt", h.key.KeyID()
		raw, err := forged.SignedString(c.key)
		if err != nil {
			t.Fatal(err)
		}
		h.wantRefused(t, c.method.Alg(), raw)
	}
}

// A header leads to no key but ours.
func TestForeignHeadersAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	for _, kid := range []any{
		nil, "", "unknown", "../../dev/null", "/proc/self/environ", "' OR 1=1 --", "https://evil.example/jwks.json",
		strings.Repeat("k", 10<<10), strings.ToUpper(h.key.KeyID()), h.key.KeyID() + "\x00", 0, true, []string{h.key.KeyID()},
		map[string]any{},
	} {
		h.wantRefused(t, "kid", h.forge(t, h.header().with("kid", kid), h.body()))
	}
	for name, value := range map[string]any{
		"crit": []string{"exp"}, "jku": "https://evil.example/jwks.json", "jwk": fields{"kty": "EC"},
		"x5u": "https://evil.example/cert.pem", "x5c": []string{"MII"}, "x5t": "t", "zip": "DEF", "b64": false, "cty": "JWT",
		"crv": "P-256",
	} {
		h.wantRefused(t, name, h.forge(t, h.header().with(name, value), h.body()))
	}
	for _, header := range []string{"", "null", "[]", "7", `"ES256"`, "{", `{"alg":"ES256"}{}`, "\xff"} {
		h.wantRefused(t, "header "+header, h.forge(t, header, h.body()))
	}
}

// The header "typ" keeps purposes apart.
func TestTokensOfOtherPurposesAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	for _, typ := range []any{nil, "", "JWT", "jwt", "AT+JWT", "application/at+jwt", "refresh+jwt", "reset+jwt", "id+jwt",
		1, []string{"at+jwt"}} {
		h.wantRefused(t, "typ", h.forge(t, h.header().with("typ", typ), h.body()))
	}
	for _, raw := range []string{
		"stint_live_abcdefghijklmnopqrstuvwxyzABCDEF3FoSLK",
		strings.Repeat("A", 112), // a refresh token
		strings.Repeat("b", 43),  // a mailed one
	} {
		h.wantRefused(t, "opaque token", raw)
	}
}

func TestClaimsOutOfBoundsAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	at := func(d time.Duration) int64 { return start.Add(d).Unix() }
	for name, values := range map[string][]any{
		"iss": {nil, "", "https://stint.example/", "https://STINT.example", "http://stint.example", "https://evil.example",
			[]string{issuer}, 1},
		"aud": {nil, "", "stint", "stint-api ", []string{audience}, []string{audience, "other"},
			[]string{}, 1},
		"sub": {nil, "", "admin", user[:35], "{" + user + "}", strings.ReplaceAll(user, "-", ""), 1},
		"sid": {nil, "", "s", 1},
		"jti": {nil, "", "j", 1},
		"wid": {"", "w", 1, []string{workspace}},
		"exp": {
			nil, "", "1740831300", 1740831300.5, 0, -1, true, []int64{at(time.Minute)}, int64(1) << 62,
			at(0), at(-time.Minute), at(token.AccessTTL + time.Second),
		},
		"iat": {nil, "1740830400", 1740830400.5, -1, math.MinInt64, at(token.Leeway + time.Second), at(time.Hour),
			at(-time.Second)},
		"nbf": {"1740830400", 1.5, at(token.Leeway + time.Second), at(time.Hour)},
	} {
		for _, value := range values {
			h.wantRefused(t, name, h.forge(t, h.header(), h.body().with(name, value)))
		}
	}
	body := `{"iss":"` + issuer + `","aud":"` + audience + `","sub":"` + user + `","sid":"` + session + `","jti":"` +
		tokenID + `","iat":1740830400,"exp":`
	h.wantAccepted(t, "exp as written", h.forge(t, h.header(), body+"1740831300}"))
	for _, exp := range []string{"1e400", "1740831300.0", "17408313e2", "99999999999999999999", "-0", "null", "NaN", ""} {
		h.wantRefused(t, "exp "+exp, h.forge(t, h.header(), body+exp+"}"))
	}
	for _, body := range []string{"", "null", "{}", "[]", "7", "{", "{}{}", strings.Repeat("[", 2000), "\xff"} {
		h.wantRefused(t, "payload "+body, h.forge(t, h.header(), body))
	}
}

func TestHarmlessClaimsAreAccepted(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	h.wantAccepted(t, "not before now", h.forge(t, h.header(), h.body().with("nbf", start.Unix())))
	h.wantAccepted(t, "a claim of tomorrow", h.forge(t, h.header(), h.body().with("amr", []string{"pwd"})))
	h.wantAccepted(t, "no workspace", h.forge(t, h.header(), h.body().with("wid", nil)))
	if got := h.wantAccepted(t, "upper case", h.forge(t, h.header(),
		h.body().with("sub", strings.ToUpper(user)))); got.Subject != user {
		t.Errorf("subject %q", got.Subject)
	}
}

// When a token begins and ends, to the second.
func TestTokenTimesAreExact(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	raw := h.issue(t, someClaims())
	for _, c := range []struct {
		name string
		at   time.Duration
		want bool
	}{
		{"a clock behind by the leeway", -token.Leeway, true},
		{"a clock further behind", -token.Leeway - time.Second, false},
		{"last second", token.AccessTTL - time.Second, true},
		{"end of the leeway", token.AccessTTL + token.Leeway - time.Nanosecond, true},
		{"leeway over", token.AccessTTL + token.Leeway, false},
		{"a second beyond", token.AccessTTL + token.Leeway + time.Second, false},
		{"a year on", 365 * 24 * time.Hour, false},
	} {
		h.clock.now = start.Add(c.at)
		if c.want {
			h.wantAccepted(t, c.name, raw)
		} else {
			h.wantRefused(t, c.name, raw)
		}
	}
	if token.Leeway > time.Minute {
		t.Errorf("leeway %v", token.Leeway)
	}
}

// A token of another installation or environment is refused, even if both have one key.
func TestOtherIssuersAndAudiencesAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	for _, c := range [][2]string{{"https://other.example", audience}, {issuer, "other-api"}, {"", audience}, {issuer, ""},
		{"", ""}} {
		theirs := token.NewIssuer(h.key, c[0], c[1], h.clock.read)
		raw, err := theirs.Issue(context.Background(), someClaims())
		if err != nil {
			t.Fatal(err)
		}
		h.wantRefused(t, "theirs here", raw)
		there := h
		there.verifier = token.NewVerifier(h.key, c[0], c[1], h.clock.read)
		there.wantRefused(t, "ours there", h.issue(t, someClaims()))
	}
}

// A token with one changed bit is refused.
func TestEveryChangedBitIsRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	raw := []byte(h.issue(t, someClaims()))
	for bit := range len(raw) * 8 {
		raw[bit/8] ^= 1 << (bit % 8)
		if _, err := h.verifier.Verify(context.Background(), string(raw)); !errors.Is(err, token.ErrInvalid) {
			t.Errorf("bit %d changed: %v", bit, err)
		}
		raw[bit/8] ^= 1 << (bit % 8)
	}
	h.wantAccepted(t, "unchanged", string(raw))
}

func TestNonCanonicalEncodingsAreRefused(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	good := h.issue(t, someClaims())
	parts := strings.Split(good, ".")
	for i, part := range parts {
		spell := func(text string) string {
			changed := append([]string(nil), parts...)
			changed[i] = text
			return strings.Join(changed, ".")
		}
		h.wantRefused(t, "padded", spell(part+"="))
		h.wantRefused(t, "padded twice", spell(part+"=="))
		h.wantRefused(t, "line break behind", spell(part+"\n"))
		h.wantRefused(t, "line break inside", spell(part[:4]+"\r\n"+part[4:]))
		h.wantRefused(t, "blank before", spell(" "+part))
		h.wantRefused(t, "tab inside", spell(part[:4]+"\t"+part[4:]))
		h.wantRefused(t, "NUL behind", spell(part+"\x00"))
		h.wantRefused(t, "letter behind", spell(part+"A"))
		h.wantRefused(t, "standard alphabet", spell(part[:4]+"+/"+part[6:]))
	}
	// 64 bytes leave four spare bits in the last letter of the signature.
	last := strings.IndexByte(alphabet, good[len(good)-1])
	for spare := 1; spare < 16; spare++ {
		h.wantRefused(t, "spare bits", good[:len(good)-1]+string(alphabet[last&^15|(last&15)^spare]))
	}
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// A token that is too long is refused before it is decoded.
func TestLongTokensAreRefusedUnparsed(t *testing.T) {
	h := newIssuerAndVerifier(t)
	good := h.issue(t, someClaims())
	for name, raw := range map[string]string{
		"100 KB of dots":    strings.Repeat(".", 100<<10),
		"dots within bound": strings.Repeat(".", 4096),
		"100 KB of letters": strings.Repeat("A", 100<<10),
		"long signature":    good + strings.Repeat("A", 100<<10),
		"just too long":     good + strings.Repeat("A", 4097-len(good)),
	} {
		h.wantRefused(t, name, raw)
		if n := testing.AllocsPerRun(10, func() { _, _ = h.verifier.Verify(context.Background(), raw) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	big := h.body().with("x", strings.Repeat("x", 2000))
	h.wantAccepted(t, "long, but within the bound", h.forge(t, h.header(), big))
}

// Tokens of the key before stay good until that key is removed.
func TestKeysRotate(t *testing.T) {
	t.Parallel()
	before, after := newIssuerAndVerifier(t), newIssuerAndVerifier(t)
	old, fresh := before.issue(t, someClaims()), after.issue(t, someClaims())
	oldKeys, _ := before.key.Keys(context.Background())
	newKeys, _ := after.key.Keys(context.Background())
	both := after
	both.verifier = token.NewVerifier(token.KeySet{newKeys[0], oldKeys[0]}, issuer, audience, after.clock.read)
	both.wantAccepted(t, "old token, both keys", old)
	both.wantAccepted(t, "new token, both keys", fresh)
	after.wantRefused(t, "old token, new key", old)
	after.wantAccepted(t, "new token, new key", fresh)
	// A key answers to its own name only.
	swapped := after
	swapped.verifier = token.NewVerifier(token.KeySet{{ID: newKeys[0].ID, Key: oldKeys[0].Key},
		{ID: oldKeys[0].ID, Key: newKeys[0].Key}}, issuer, audience, after.clock.read)
	swapped.wantRefused(t, "old token, names swapped", old)
	swapped.wantRefused(t, "new token, names swapped", fresh)
	none := after
	none.verifier = token.NewVerifier(token.KeySet{}, issuer, audience, after.clock.read)
	none.wantRefused(t, "no keys", fresh)
}

// A signature on the smaller curve P-224 fits into the 64 bytes of ES256.
func TestKeysOfOtherCurvesAreNotUsed(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	key := newKeyOn(t, elliptic.P224())
	text := segment(t, h.header()) + "." + segment(t, h.body())
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
	if err != nil {
		t.Fatal(err)
	}
	raw := text + "." + b64(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...))
	for name, set := range map[string]token.KeySet{
		"P-224": {{ID: h.key.KeyID(), Key: &key.PublicKey}},
		"nil":   {{ID: h.key.KeyID()}},
	} {
		odd := h
		odd.verifier = token.NewVerifier(set, issuer, audience, h.clock.read)
		odd.wantRefused(t, name, raw)
	}
	if got := string(token.JWKS([]token.PublicKey{{ID: "k", Key: &key.PublicKey}, {ID: "n"}})); got != `{"keys":[]}` {
		t.Errorf("published: %s", got)
	}
}

// countingKeys counts how often it is asked.
type countingKeys struct {
	reads int
	keys  []token.PublicKey
	err   error
}

func (k *countingKeys) Keys(context.Context) ([]token.PublicKey, error) {
	k.reads++
	return k.keys, k.err
}

func TestUnavailableKeysAreNotInvalidTokens(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	down := errors.New("key service is down")
	keys := &countingKeys{err: down}
	_, err := token.NewVerifier(keys, issuer, audience, h.clock.read).Verify(context.Background(),
		h.issue(t, someClaims()))
	if !errors.Is(err, down) || !problem.Is(err, problem.CodeServiceUnavailable) || errors.Is(err, token.ErrInvalid) {
		t.Errorf("Verify: %v", err)
	}
}

func TestMalformedTokensReadNoKeys(t *testing.T) {
	t.Parallel()
	h := newIssuerAndVerifier(t)
	keys := &countingKeys{}
	verifier := token.NewVerifier(keys, issuer, audience, h.clock.read)
	for _, raw := range []string{"", "a.b.c", h.forge(t, h.header().with("alg", "HS256"), h.body()),
		h.forge(t, h.header().with("jku", "x"), h.body())} {
		if _, err := verifier.Verify(context.Background(), raw); !errors.Is(err, token.ErrInvalid) {
			t.Errorf("Verify: %v", err)
		}
	}
	if keys.reads != 0 {
		t.Errorf("keys were asked for %d times", keys.reads)
	}
}

func FuzzVerify(f *testing.F) {
	h := newIssuerAndVerifier(f)
	good := h.issue(f, someClaims())
	signed, _, _ := strings.Cut(good[strings.IndexByte(good, '.')+1:], ".")
	f.Add(good)
	f.Add(h.forge(f, h.header().with("alg", "none"), h.body()))
	f.Add(h.forge(f, h.header(), h.body().with("exp", "soon")))
	f.Add("..")
	f.Fuzz(func(t *testing.T, raw string) {
		claims, err := h.verifier.Verify(context.Background(), raw)
		switch {
		case err == nil && strings.Split(raw, ".")[1] != signed:
			t.Errorf("an unsigned token was accepted: %q", raw)
		case err != nil && (!errors.Is(err, token.ErrInvalid) || claims != (token.Claims{})):
			t.Errorf("%q: %+v, %v", raw, claims, err)
		}
	})
}
