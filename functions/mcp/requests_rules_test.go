package mcp_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
)

// checkCall says which rules of all calls one broke.
func (w *world) checkCall(s scenario, tool string, in object, r result, text string,
	hasWritten bool) (broken []string) {
	complain := func(is bool, rule string) {
		if is {
			broken = append(broken, fmt.Sprintf("%s %v: %s: %s", tool, in, rule, text))
		}
	}
	complain(hasWritten && !r.mayWrite(tool, in), "it wrote")
	complain(r.failure == nil && !isSameJSON(text, r.answer) && w.tamper.answer == nil, "the text is not the answer")
	hasWords := r.failure["code"] != nil && strings.Contains(text, "\n")
	complain(r.failure != nil && !hasWords, "the failure has no code or words")
	for _, written := range w.textsOf(s) {
		complain(isUnmarked(r.answer, written), "it has the text of a record without its mark")
		complain(r.failure != nil && strings.Contains(text, written), "the failure has the text of a record")
	}
	complain(hasOtherOffset(r.answer, w.zone), "a time is not in the workspace's time zone")
	return broken
}

// mayWrite reports whether a call with this result may have written.
func (r result) mayWrite(tool string, in object) bool {
	writers := []string{"start_timer", "stop_timer", "log_time", "edit_time", "delete_time", "submit_timesheet",
		"review_timesheet"}
	return slices.Contains(writers, tool) && in["preview"] != true && r.failure == nil && r.answer["status"] != "choose"
}

// isSameJSON reports whether a text is the JSON of an answer.
func isSameJSON(text string, answer object) bool {
	var sent object
	return json.Unmarshal([]byte(text), &sent) == nil && reflect.DeepEqual(sent, answer)
}

// isUnmarked reports whether a text stands in an answer other than as data.
func isUnmarked(value any, text string) bool {
	switch v := value.(type) {
	case string:
		return strings.Contains(v, text)
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return isUnmarked(one, text) })
	case object:
		for name, one := range v {
			if strings.Contains(name, text) || !(name == "data" && len(v) == 1) && isUnmarked(one, text) {
				return true
			}
		}
	}
	return false
}

// hasOtherOffset reports whether an answer has a moment with another offset than that of the time zone.
func hasOtherOffset(value any, zone *time.Location) bool {
	switch v := value.(type) {
	case string:
		moment, err := time.Parse(time.RFC3339, v)
		return err == nil && moment.In(zone).Format(time.RFC3339) != v
	case []any:
		return slices.ContainsFunc(v, func(one any) bool { return hasOtherOffset(one, zone) })
	case object:
		for name, one := range v {
			if name != "data" && hasOtherOffset(one, zone) {
				return true
			}
		}
	}
	return false
}

// checkToolList says whether records have changed the list of tools, or stand in it.
func (w *world) checkToolList(s scenario, before, after string) (broken []string) {
	if before != after {
		broken = append(broken, "the list of tools has changed")
	}
	for _, written := range w.textsOf(s) {
		if len(written) > 20 && strings.Contains(after, written) { // names such as Review are also words of descriptions
			broken = append(broken, "the list of tools has the text of a record: "+written)
		}
	}
	return broken
}

// written finds descriptions, reasons and notes in a scenario.
var written = regexp.MustCompile(`"(?:description|reason|note)":"((?:[^"\\]|\\.)+)"|\\"(.+?)\\"`)

// textsOf are the texts that people wrote: the names of the workspace, and what the scenario has.
func (w *world) textsOf(s scenario) []string {
	all := w.texts()
	parts := []any{s.Before}
	for _, c := range s.Calls {
		parts = append(parts, c.With, c.Between)
	}
	text, err := json.Marshal(parts)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range written.FindAllStringSubmatch(string(text), -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}
