package reference

import (
	"slices"
	"strings"

	"stint/shared/problem"
	"stint/shared/route"
)

// pageLink is the address of a page, relative to another one. The start page is /api/docs, the
// others are below it.
func pageLink(from, to string) string {
	switch {
	case from == startPage && to == startPage:
		return "docs"
	case from == startPage:
		return "docs/" + to
	case to == startPage:
		return "../docs"
	}
	return to
}

// placeOf is the address of an anchor, relative to a page. An anchor that no page has is one
// of the start page.
func (s *site) placeOf(from, anchor string) string {
	page := s.pageOf(anchor)
	if page == from {
		return "#" + anchor
	}
	if page == anchor {
		return pageLink(from, page)
	}
	return pageLink(from, page) + "#" + anchor
}

// pageOf is the page with an anchor.
func (s *site) pageOf(anchor string) string {
	if _, isCode := problem.Lookup(problem.Code(anchor)); isCode || anchor == errorsPage {
		return errorsPage
	}
	if _, isOfEvents := s.EventSchemas.Get(strings.TrimPrefix(anchor, "schema-")); isOfEvents {
		return eventsPage
	}
	if strings.HasPrefix(anchor, "schema-") || anchor == schemasPage {
		return schemasPage
	}
	if strings.HasPrefix(anchor, "event-") || anchor == eventsPage {
		return eventsPage
	}
	if page := s.textPageWith(anchor); page != "" {
		return page
	}
	for _, t := range s.Topics {
		if t.Name == anchor {
			return t.Name
		}
		for _, o := range t.Operations {
			if o.ID == strings.TrimSuffix(anchor, route.TwinSuffix) {
				return t.Name
			}
		}
	}
	return startPage
}

// textPageWith is the page of the guide or paper with an anchor; "" if none has it.
func (s *site) textPageWith(anchor string) string {
	found := ""
	papers := s.textPages
	for _, p := range s.Source.Papers {
		papers = append(slices.Clip(papers), p.Name)
	}
	for _, page := range papers {
		if (anchor == page || strings.HasPrefix(anchor, page+"-")) && len(page) > len(found) {
			found = page
		}
	}
	return found
}

// rootLink is the address of the service, relative to a page, without a slash at the end.
func rootLink(from string) string {
	if from == startPage {
		return ".."
	}
	return "../.."
}
