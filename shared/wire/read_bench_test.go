package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"stint/shared/wire"
)

func benchmarkRead[In any](b *testing.B, query string, body string) {
	raw := []byte(body)
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		if _, _, err := wire.Read[In](query, "application/json", "", raw); err != nil {
			b.Fatal(err)
		}
	}
}

// manyKeys is an object of n unknown properties, about 11 bytes each.
func manyKeys(n int) string {
	var b strings.Builder
	b.WriteString(`{"note":"x"`)
	for i := range n {
		fmt.Fprintf(&b, `,"k%05d":1`, i)
	}
	return b.String() + "}"
}

func manyItems(n int) string {
	one := `{"id":"` + anID + `","projectId":"` + anID + `","tagIds":["` + anID + `"],"startedAt":"x"}`
	return `{"items":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}`
}

func BenchmarkRead(b *testing.B) {
	b.Run("query", func(b *testing.B) { benchmarkRead[listIn](b, "from="+instant+"&limit=50&projectId="+anID, "") })
	b.Run("small", func(b *testing.B) {
		benchmarkRead[entryIn](b, "", "{"+both+`,"note":"hello","billable":true,"tagIds":["`+anID+`"]}`)
	})
	b.Run("bulk of 100", func(b *testing.B) { benchmarkRead[bulk](b, "", manyItems(100)) })
	b.Run("1e5 keys", func(b *testing.B) { benchmarkRead[patch](b, "", manyKeys(1e5)) })
	b.Run("1000 issues", func(b *testing.B) { benchmarkRead[bulk](b, "", `{"items":[`+strings.Repeat("7,", 1e5)+`7]}`) })
	b.Run("1e6 digits", func(b *testing.B) { benchmarkRead[patch](b, "", `{"rate":`+strings.Repeat("9", 1e6)+`}`) })
}
