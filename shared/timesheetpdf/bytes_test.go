package timesheetpdf_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"stint/shared/domain"
	"stint/shared/domain/timesheets"
	"stint/shared/locale"
	"stint/shared/timesheetpdf"
)

// digestVariable makes TestSameBytes print the digest of the sample, for another process.
const digestVariable = "STINT_TEST_PRINT_DIGEST"

// The same document is the same bytes: in this process, at the same time as others, and in
// another process.
func TestSameBytes(t *testing.T) {
	want := render(t, sample(), locale.German, timesheetpdf.A4)
	digest := fmt.Sprintf("digest %x", sha256.Sum256(want))
	if os.Getenv(digestVariable) != "" {
		fmt.Println(digest)
		return
	}
	made := make(chan []byte)
	for range 4 {
		go func() {
			content, _ := sample().PDF(formatter(locale.German), timesheetpdf.A4, fits)
			made <- content
		}()
	}
	for range 4 {
		if !bytes.Equal(<-made, want) {
			t.Error("the same document has other bytes")
		}
	}
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestSameBytes$")
	other.Env = append(os.Environ(), digestVariable+"=1", "TZ=America/New_York")
	if out, err := other.CombinedOutput(); err != nil || !strings.Contains(string(out), digest) {
		t.Errorf("another process: %v\n%s\nwant %s", err, out, digest)
	}
}

// Every change of a document changes its bytes.
func TestOtherBytes(t *testing.T) {
	t.Parallel()
	before, changes := render(t, sample(), locale.English, timesheetpdf.A4), 0
	d := sample()
	d.Unsigned = &timesheetpdf.Unsigned{Attestation: "I approve.", SHA256: "abc"}
	before = render(t, d, locale.English, timesheetpdf.A4)
	changeEach(reflect.ValueOf(&d).Elem(), "", func(path string) {
		changes++
		if bytes.Equal(render(t, d, locale.English, timesheetpdf.A4), before) {
			t.Errorf("a change of %s changes nothing", path)
		}
	})
	if !bytes.Equal(render(t, d, locale.English, timesheetpdf.A4), before) || changes < 60 {
		t.Errorf("%d changes, not all of them undone", changes)
	}
	for _, other := range [][]byte{render(t, d, locale.German, timesheetpdf.A4),
		render(t, d, locale.English, timesheetpdf.American)} {
		if bytes.Equal(other, before) {
			t.Error("another language or paper changes nothing")
		}
	}
}

// changeEach changes every value below v, one at a time, and calls check.
func changeEach(v reflect.Value, path string, check func(path string)) {
	was := reflect.New(v.Type()).Elem()
	was.Set(v)
	switch value := v.Interface().(type) {
	case domain.Instant:
		v.Set(reflect.ValueOf(value.Plus(time.Hour)))
	case domain.Date:
		v.SetString(map[bool]string{true: "2026-06-06", false: "2026-05-31"}[value != "2026-06-06"])
	case timesheets.SubmissionStatus, timesheets.LineStatus, timesheets.LinkDecision:
		v.SetString(map[bool]string{true: "rejected", false: "approved"}[v.String() != "rejected"])
	case []byte:
		v.SetBytes(logoOf(40))
	case domain.Currency:
		v.SetString("JPY")
	case timesheetpdf.EntryView:
		v.SetInt(int64(timesheetpdf.EntriesPartly))
	default:
		changePlain(v, path, check)
		v.Set(was)
		return
	}
	check(path)
	v.Set(was)
}

// changePlain changes a value by its kind.
func changePlain(v reflect.Value, path string, check func(path string)) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int, reflect.Int64:
		v.SetInt(v.Int() + 60)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Pointer:
		changeEach(v.Elem(), path, check)
		return
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue // it follows from the others
			}
			changeEach(v.Field(i), path+"."+v.Type().Field(i).Name, check)
		}
		return
	case reflect.Slice:
		for i := range v.Len() {
			changeEach(v.Index(i), fmt.Sprintf("%s[%d]", path, i), check)
		}
		v.SetLen(v.Len() - 1)
	}
	check(path)
}
