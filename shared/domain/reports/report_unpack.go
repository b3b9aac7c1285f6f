package reports

import (
	"encoding/binary"
	"errors"

	"github.com/google/uuid"

	"stint/shared/domain"
)

// errPacked is the error of a month that is not packed in this form.
var errPacked = errors.New("domain: the totals of a month cannot be read")

// Lines unpacks the lines of the month.
func (m ReportMonth) Lines() ([]ReportLine, error) {
	if len(m.Packed) == 0 {
		return nil, nil
	}
	u := unpacker{rest: m.Packed}
	u.readIDs()
	u.readKinds()
	var all []ReportLine
	for len(u.rest) > 0 && !u.failed {
		day := u.bytes(1)
		for n := u.count(); n > 0 && !u.failed; n-- {
			if l := u.line(); !u.failed {
				l.Day = dayOf(m.Month, day[0])
				all = append(all, l)
			}
		}
	}
	if u.failed {
		return nil, errPacked
	}
	return all, nil
}

// dayOf is a day of a month by its number.
func dayOf(m domain.Month, n byte) domain.Date {
	return domain.Date(string(m) + "-" + string([]byte{'0' + n/10, '0' + n%10}))
}

// unpacker reads the packed form. After a failure it only gives zeros.
type unpacker struct {
	rest   []byte
	ids    []domain.ID
	kinds  []ReportLine
	failed bool
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 {
		u.failed = true
		return 0
	}
	u.rest = u.rest[size:]
	return n
}

// count is a number of what follows, each of at least one byte.
func (u *unpacker) count() int {
	n := u.number()
	if n > uint64(len(u.rest)) {
		u.failed = true
		return 0
	}
	return int(n)
}

func (u *unpacker) bytes(n int) []byte {
	if u.failed || len(u.rest) < n {
		u.failed = true
		return make([]byte, n)
	}
	some := u.rest[:n]
	u.rest = u.rest[n:]
	return some
}

func (u *unpacker) readIDs() {
	for n := u.count(); n > 0 && !u.failed; n-- {
		u.ids = append(u.ids, domain.ID(uuid.UUID(u.bytes(16)).String()))
	}
}

func (u *unpacker) id() domain.ID {
	n := u.number()
	if n > uint64(len(u.ids)) {
		u.failed = true
		return ""
	}
	if n == 0 {
		return ""
	}
	return u.ids[n-1]
}

func (u *unpacker) readKinds() {
	for n := u.count(); n > 0 && !u.failed; n-- {
		k := ReportLine{ProjectID: u.id(), TaskID: u.id(), Currency: domain.Currency(u.bytes(int(u.bytes(1)[0])))}
		k.IsBillable = u.bytes(1)[0] == 1
		if rate := u.number(); rate > 0 {
			k.HourlyRate = new(int64(rate - 1))
		}
		for tags := u.count(); tags > 0 && !u.failed; tags-- {
			k.TagIDs = append(k.TagIDs, u.id())
		}
		u.kinds = append(u.kinds, k)
	}
}

func (u *unpacker) line() ReportLine {
	kind, seconds, amount := u.number(), u.number(), u.number()
	if kind >= uint64(len(u.kinds)) {
		u.failed = true
		return ReportLine{}
	}
	l := u.kinds[kind]
	l.Seconds, l.Amount = int64(seconds), int64(amount)
	return l
}
