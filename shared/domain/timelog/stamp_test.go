package timelog_test

import (
	"testing"

	"stint/shared/domain/timelog"
)

func TestStampRoundTrip(t *testing.T) {
	t.Parallel()
	stamp := timelog.Stamp{SubmissionID: "0197f5a0-0000-7000-8000-000000000000", Line: 500, Round: 12}
	const text = "0197f5a0-0000-7000-8000-000000000000#500#12"
	if got, err := stamp.MarshalText(); err != nil || string(got) != text {
		t.Errorf("%s, %v; want %s", got, err, text)
	}
	var back timelog.Stamp
	if err := back.UnmarshalText([]byte(text)); err != nil || back != stamp {
		t.Errorf("%+v, %v; want %+v", back, err, stamp)
	}
}

func TestStampRejectsInvalidText(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "s", "s#1", "s#1#2#3", "s#x#1", "s#1#x", "s##1", "s#1#", "s#1.0#1"} {
		was := timelog.Stamp{SubmissionID: "kept", Line: 1, Round: 1}
		got := was
		if err := got.UnmarshalText([]byte(text)); err == nil || got != was {
			t.Errorf("%q: %+v, error %v; want an error and nothing changed", text, got, err)
		}
	}
}
