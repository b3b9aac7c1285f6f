package meter

import (
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/testkit"
)

// Part is one purpose and one kind of items of a key. Its units are counted apart.
type Part struct {
	Key
	For   string // as Doing was told
	Items string // the beginning of their sort keys, or the range of a query
}

// Doing says what the next calls are for.
func (m *Meter) Doing(purpose string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.doing = purpose
}

// Parts returns the units since the last call, apart by what they are for.
func (m *Meter) Parts() map[Part]Units {
	m.mu.Lock()
	defer m.mu.Unlock()
	parts := m.parts
	m.parts = map[Part]Units{}
	return parts
}

// add counts units of a key.
func (m *Meter) add(k Key, items string, u Units) {
	m.units[k] = m.units[k].plus(u)
	part := Part{k, m.doing, items}
	m.parts[part] = m.parts[part].plus(u)
}

func (u Units) plus(more Units) Units { return Units{u.Read + more.Read, u.Write + more.Write} }

// kind is the beginning of the sort key, which items of a kind share.
func (k itemKey) kind() string {
	kind, _, _ := strings.Cut(k.sort, "#")
	return kind
}

// queriedKind is the beginning of the sort keys that a query reads.
func queriedKind(in *dynamodb.QueryInput) string {
	partition := testkit.AccessesOf(in)[0].Partition
	for _, value := range in.ExpressionAttributeValues {
		if s := testkit.TextOf(value); s != "" && s != partition {
			return "query " + itemKey{sort: s}.kind()
		}
	}
	return "query"
}
