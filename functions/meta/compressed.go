package meta

import (
	"bytes"
	"compress/gzip"
	"mime"
	"strconv"
	"strings"
	"sync"

	"stint/shared/route"
)

// zipCache has the compressed forms of the documents that were sent, by the tag of the plain form. They never change
// while a function lives. API Gateway compresses nothing: each body is sent as it is.
type zipCache struct {
	off   bool // every body is sent plain
	byTag sync.Map
}

// accepts reports whether a request accepts compressed documents. Without an Accept header it does not: what is
// compressed is not text, and AWS documents the decoding of such answers by that header only.
func (z *zipCache) accepts(r *route.Request) bool {
	return !z.off && r.Header("Accept") != "" && acceptsGzip(r.Header("Accept-Encoding"))
}

// compress is the compressed form of a document with a tag.
func (z *zipCache) compress(tag string, plain []byte) []byte {
	made, _ := z.byTag.LoadOrStore(tag, sync.OnceValue(func() []byte { return zip(plain) }))
	return made.(func() []byte)()
}

func zip(plain []byte) []byte {
	var out bytes.Buffer
	writer := gzip.NewWriter(&out)
	_, _ = writer.Write(plain) // a buffer takes everything
	_ = writer.Close()
	return out.Bytes()
}

// acceptsGzip reports whether an Accept-Encoding header accepts gzip and does not prefer the plain body
// (RFC 9110, section 12.5.3).
func acceptsGzip(header string) bool {
	weights := map[string]float64{}
	for coding := range strings.SplitSeq(header, ",") {
		if name, parameters, err := mime.ParseMediaType(coding); err == nil {
			weights[strings.TrimPrefix(name, "x-")] = weightOf(parameters)
		}
	}
	gzip, named := weights["gzip"]
	if !named {
		gzip = weights["*"]
	}
	return gzip > 0 && gzip >= weights["identity"]
}

// weightOf is the weight of a coding, from 0 to 1. One that is no such number counts as 0.
func weightOf(parameters map[string]string) float64 {
	text, given := parameters["q"]
	if !given {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || !(q >= 0 && q <= 1) { // also for NaN
		return 0
	}
	return q
}
