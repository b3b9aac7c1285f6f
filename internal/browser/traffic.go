package browser

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// traffic is what a window requested, and the errors in its console.
type traffic struct {
	mutex      sync.Mutex
	requests   []*request
	referers   map[network.RequestID][]string // as sent, one for each request with details
	complaints []string
}

// request is one request. Redirects have the same id.
type request struct {
	Exchange
	id       network.RequestID
	frame    cdp.FrameID
	page     bool // a navigation of a window or frame
	answered bool
	detailed bool // Chromium reports its headers as sent
}

// add adds an event of Chromium.
func (s *traffic) add(event any) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.RedirectResponse != nil {
			s.answer(e.RequestID, e.RedirectResponse, e.RedirectHasExtraInfo)
		}
		if strings.HasSuffix(e.Request.URL, "/favicon.ico") {
			return // Chromium itself asks every site for its icon
		}
		s.requests = append(s.requests, &request{
			Exchange: Exchange{Method: e.Request.Method, URL: e.Request.URL + e.Request.URLFragment,
				Referer: header(e.Request.Headers, "Referer")},
			id: e.RequestID, frame: e.FrameID,
			page: string(e.RequestID) == string(e.LoaderID),
		})
	case *network.EventRequestWillBeSentExtraInfo:
		if s.referers == nil {
			s.referers = map[network.RequestID][]string{}
		}
		s.referers[e.RequestID] = append(s.referers[e.RequestID], header(e.Headers, "Referer"))
	case *network.EventResponseReceived:
		s.answer(e.RequestID, e.Response, e.HasExtraInfo)
	case *network.EventLoadingFailed:
		s.answer(e.RequestID, &network.Response{}, false)
	default:
		s.addComplaint(event)
	}
}

// answer notes the response to the newest request with an id.
func (s *traffic) answer(id network.RequestID, response *network.Response, detailed bool) {
	for i := len(s.requests) - 1; i >= 0; i-- {
		if r := s.requests[i]; r.id == id {
			if !r.answered {
				r.answered, r.detailed = true, detailed
				r.Status, r.Location = int(response.Status), header(response.Headers, "Location")
			}
			return
		}
	}
}

func (s *traffic) addComplaint(event any) {
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			s.complaints = append(s.complaints, e.Entry.Text)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			s.complaints = append(s.complaints, describe(e.Args))
		}
	case *runtime.EventExceptionThrown:
		s.complaints = append(s.complaints, (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	}
}

func describe(values []*runtime.RemoteObject) string {
	var texts []string
	for _, v := range values {
		texts = append(texts, string(v.Value)+v.Description)
	}
	return strings.Join(texts, " ")
}

// origins are the origins of the pages and frames that the window requested.
func (s *traffic) origins() []string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	all := map[string]bool{}
	for _, r := range s.requests {
		if address, err := url.Parse(r.URL); err == nil && r.page && address.Host != "" {
			all[address.Scheme+"://"+address.Host] = true
		}
	}
	return slices.Collect(maps.Keys(all))
}

// header is the value of a header; "" is none.
func header(all network.Headers, name string) string {
	for key, value := range all {
		if text, ok := value.(string); ok && strings.EqualFold(key, name) {
			return text
		}
	}
	return ""
}
