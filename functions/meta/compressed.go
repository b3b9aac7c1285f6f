package meta

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"stint/shared/route"
)

// compressed is a body of its media type, which was compressed if the client accepts that.
type compressed struct {
	mediaType string
	body      []byte
	gzip      bool // the body is compressed
}

// Respond sends the body.
func (c compressed) Respond(w http.ResponseWriter) {
	w.Header().Set("Content-Type", c.mediaType)
	w.Header().Add("Vary", "Accept, Accept-Encoding")
	if c.gzip {
		w.Header().Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(c.body)
}

// zipCache has the compressed forms of the bodies that were sent, by name. Bodies never change
// while a function lives. API Gateway compresses nothing: each body is sent as it is.
type zipCache struct {
	off    bool // every body is sent plain
	byName sync.Map
}

// answer is a body in the form that a request accepts. Without an Accept header it is plain: what is
// compressed is not text, and AWS documents the decoding of such answers by that header only.
func (z *zipCache) answer(r *route.Request, name, mediaType string, plain []byte) compressed {
	if z.off || r.Header("Accept") == "" || !acceptsGzip(r.Header("Accept-Encoding")) {
		return compressed{mediaType, plain, false}
	}
	made, _ := z.byName.LoadOrStore(name, sync.OnceValue(func() []byte { return zip(plain) }))
	return compressed{mediaType, made.(func() []byte)(), true}
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
