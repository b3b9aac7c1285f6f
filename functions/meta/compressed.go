package meta

import (
	"bytes"
	"compress/gzip"
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
	w.Header().Add("Vary", "Accept-Encoding")
	if c.gzip {
		w.Header().Set("Content-Encoding", "gzip")
	}
	_, _ = w.Write(c.body)
}

// zipCache has the compressed forms of the bodies that were sent, by name. Bodies never change
// while a function lives. API Gateway compresses nothing: each body is sent as it is.
type zipCache struct{ byName sync.Map }

// answer is a body in the form that a request accepts.
func (z *zipCache) answer(r *route.Request, name, mediaType string, plain []byte) compressed {
	if !acceptsGzip(r.Header("Accept-Encoding")) {
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

// acceptsGzip reports whether an Accept-Encoding header names gzip, with a weight over zero
// (RFC 9110, section 12.5.3).
func acceptsGzip(header string) bool {
	for coding := range strings.SplitSeq(header, ",") {
		name, parameters, _ := strings.Cut(coding, ";")
		if name = strings.ToLower(strings.TrimSpace(name)); name != "gzip" && name != "x-gzip" {
			continue
		}
		weight, ok := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(parameters, " ", "")), "q=")
		q, err := strconv.ParseFloat(weight, 64)
		return !ok || err == nil && q > 0
	}
	return false
}
