package importer

import (
	"context"
	"slices"

	"github.com/google/uuid"
)

// The reasons of rows that are in the files more than once.
const (
	inFile      = "the same entry is in the files before"
	inLaterFile = "a file that was named later has the entry, too"
)

// dropRepeated leaves rows out that are in the files more than once.
func (x *Import) dropRepeated(context.Context) error {
	x.dropDoubles()
	x.mergeFiles()
	if x.leaveOutDoubles() > 0 {
		if err := x.recount(); err != nil {
			return err
		}
	}
	x.ids = make(map[uuid.UUID]bool, len(x.candidates)) // at first of rows with ids
	for i := range x.candidates {
		if c := &x.candidates[i]; c.group == 0 && c.dropped == "" {
			x.ids[c.id] = true
		}
	}
	return nil
}

// dropDoubles leaves rows out whose id is in the files more than once. Of several files the last
// one counts, of rows in a file the first.
func (x *Import) dropDoubles() {
	seen := map[uuid.UUID]*candidate{}
	for i := range x.candidates {
		c := &x.candidates[i]
		if c.group != 0 {
			continue
		}
		switch before := seen[c.id]; {
		case before == nil:
		case before.file == c.file:
			c.dropped = inFile
			continue
		default:
			before.dropped = inLaterFile
		}
		seen[c.id] = c
	}
}

// mergeFiles leaves rows out that a later file has, too.
func (x *Import) mergeFiles() {
	if len(x.options.Files) < 2 {
		return
	}
	for _, rows := range x.groups {
		x.mergeGroup(rows)
	}
}

func (x *Import) mergeGroup(rows []*candidate) {
	var all []*candidate
	for later := range runs(rows, func(c *candidate) int32 { return c.file }) {
		for _, before := range x.pairFiles(later, all) {
			if before >= 0 {
				all[before].dropped = inLaterFile
			}
		}
		all = slices.DeleteFunc(all, func(c *candidate) bool { return c.dropped != "" })
		all = append(all, later...)
	}
}

// pairFiles pairs the rows of a file with those of the files before. If a row is in both, the files
// overlap, and other rows of this day changed between them. Otherwise they may have different time.
func (x *Import) pairFiles(rows, before []*candidate) []int {
	if len(before) == 0 {
		return nil
	}
	laid := rows[0].isLaid
	all := x.levels(laid, x.isInFiles)
	a, b := fingerprintsOf(rows), fingerprintsOf(before)
	same := pair(a, b, all[:1])
	if slices.Max(same) >= 0 {
		return pair(a, b, all)
	}
	return pair(a, b, surely(laid))
}

// leaveOutDoubles names the rows that are in the files more than once.
func (x *Import) leaveOutDoubles() (left int) {
	for _, c := range x.candidates {
		if c.dropped != "" {
			left++
			x.leaveOutRow(&c, c.dropped)
		}
	}
	return left
}
