package edge

import "sync"

// usedUnits is what a request and the operations that it runs have read and written. Nil counts nothing.
type usedUnits struct {
	mu            sync.Mutex
	read, written float64
}

// AddUnits adds read and write units of the database.
func (u *usedUnits) AddUnits(read, written float64) {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.read += read
	u.written += written
}

// Units are the units that were added.
func (u *usedUnits) Units() (read, written float64) {
	if u == nil {
		return 0, 0
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.read, u.written
}
