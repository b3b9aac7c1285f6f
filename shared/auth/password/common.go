package password

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"strings"
	"sync"
)

// commonGzip has the most common passwords of 8 and more characters: in lower case,
// sorted, one per line. NOTICE.md says where they come from and how the file is made.
//
//go:embed common.txt.gz
var commonGzip []byte

// commonPasswords unpacks the list at its first use. That takes about 2 ms, which would
// slow down the start of functions that need no list.
var commonPasswords = sync.OnceValue(func() []string {
	reader, err := gzip.NewReader(bytes.NewReader(commonGzip))
	if err != nil {
		panic("password: embedded list: " + err.Error())
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		panic("password: embedded list: " + err.Error())
	}
	return strings.Split(string(text), "\n")
})

// isCommon reports whether a password, in lower case, is on the list.
func isCommon(folded string) bool {
	_, found := slices.BinarySearch(commonPasswords(), folded)
	return found
}
