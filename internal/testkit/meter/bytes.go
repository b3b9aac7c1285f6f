package meter

import "time"

// Size is what a key holds, in bytes: what stays, and what a time to live ends, with the days that each byte of it
// lives.
type Size struct {
	Stays, Expires float64
	ByteDays       float64
}

// overhead is what DynamoDB adds to each copy of an item for storage.
const overhead = 100

// Sizes are the sizes of all keys now. The copy in a local index counts for the key of the table.
func (m *Meter) Sizes(now time.Time) map[Key]Size {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := map[Key]Size{}
	for _, it := range m.items {
		for _, copied := range it.copies {
			if copied.key.Partition == "" {
				continue
			}
			s, n := all[copied.key], float64(copied.size+overhead)
			if it.expires == 0 {
				s.Stays += n
			} else {
				s.Expires += n
				s.ByteDays += n * max(0, float64(it.expires-now.Unix())/86_400)
			}
			all[copied.key] = s
		}
	}
	return all
}
