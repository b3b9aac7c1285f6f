package wire_test

import (
	"runtime"
	"strings"
	"testing"

	"stint/shared/wire"
)

// wantFewAllocations is not parallel: it counts the bytes that the whole process
// allocates while Read runs.
func wantFewAllocations[In any](t *testing.T, name, body string) {
	t.Helper()
	raw := []byte(body)
	wire.Check[In]()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, issues, err := wire.Read[In]("", "", "", raw)
	runtime.ReadMemStats(&after)
	if issues == nil && err == nil {
		t.Errorf("%s: nothing came back", name)
	}
	if spent := after.TotalAlloc - before.TotalAlloc; spent > 64*uint64(len(raw)) {
		t.Errorf("%s: %d bytes allocated for a body of %d", name, spent, len(raw))
	}
}

// TestHostileBodiesAllocateLittle keeps what a body costs in proportion to its size: 256 KiB
// of anything may be allocated 64 times over, garbage included.
func TestHostileBodiesAllocateLittle(t *testing.T) {
	const size = 256 << 10
	fill := func(before, unit, after string) string {
		return before + strings.Repeat(unit, size/len(unit)) + after
	}
	wantFewAllocations[patch](t, "keys", manyKeys(size/11))
	wantFewAllocations[entryIn](t, "digits", fill(`{"big":`, "9", "}"))
	wantFewAllocations[entryIn](t, "exponent", fill(`{"big":1e`, "9", "}"))
	wantFewAllocations[entryIn](t, "string", fill(`{"note":"`, `\u00e4`, `"}`))
	wantFewAllocations[entryIn](t, "name", fill(`{"name":"`, `e\u0301`, `"}`))
	wantFewAllocations[entryIn](t, "brackets", fill("", "[", ""))
	wantFewAllocations[entryIn](t, "lists", fill(`{"tagIds":[`, "[],", "0]}"))
	wantFewAllocations[bulk](t, "objects", fill(`{"items":[`, "{},", "{}]}"))
	wantFewAllocations[bulk](t, "nulls", fill(`{"items":[`, "null,", "0]}"))
	wantFewAllocations[entryIn](t, "lists of lists", fill(`{"grid":[`, "[],", "0]}"))
	wantFewAllocations[entryIn](t, "numbers", fill(`{"grid":[[`, "1,", "0]]}"))
}
