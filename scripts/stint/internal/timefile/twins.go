package timefile

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"
)

// identity is a hash of what identifies a row of a file without ids.
type identity [16]byte

// identify hashes the person, the start or day, the project, the task and the description. An
// e-mail address identifies a person whatever the name.
func identify(r Row, start string) identity {
	person := strings.ToLower(r.Person.Email)
	if person == "" {
		person = r.Person.Name
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{person, start, r.Project, r.Task, r.Description}, "\x00")))
	return identity(sum[:16])
}

// twins number the rows with the same identity. They read all rows twice, so that they need to
// remember only those identities that may occur more than once: memory does not grow with the
// file.
type twins struct {
	once, more [twinBits / 64]uint64
	next       map[identity]int
}

// twinBits are the buckets of identities. With 50,000 rows, one in 160 shares its bucket.
const twinBits = 1 << 23

// note is called for every row in the first reading.
func (t *twins) note(id identity) {
	i, bit := bucket(id)
	t.more[i] |= t.once[i] & bit
	t.once[i] |= bit
}

// key is called for every row in the second reading, in the same order.
func (t *twins) key(id identity) string {
	i, bit := bucket(id)
	n := 0
	if t.more[i]&bit != 0 {
		n = t.next[id]
		t.next[id] = n + 1
	}
	return hex.EncodeToString(id[:]) + "-" + strconv.Itoa(n)
}

func bucket(id identity) (index uint32, bit uint64) {
	n := binary.LittleEndian.Uint32(id[:]) % twinBits
	return n / 64, 1 << (n % 64)
}
