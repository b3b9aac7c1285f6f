package main

import (
	"errors"
	"fmt"
	"reflect"
)

// within checks that a JSON value of the new release has all that the old one shows. again is what the old release
// shows a moment later: what differs by then, such as the duration of a running timer, is not compared.
func within(path string, old, again, now any) error {
	switch was := old.(type) {
	case object:
		return objectWithin(path, was, again, now)
	case []any:
		return listWithin(path, was, again, now)
	}
	if reflect.DeepEqual(old, again) && !reflect.DeepEqual(old, now) {
		return fmt.Errorf("%s is %v in the old release, and %v in the new one", path, old, now)
	}
	return nil
}

func objectWithin(path string, old object, again, now any) (err error) {
	shown, is := now.(object)
	if !is {
		return fmt.Errorf("%s is an object in the old release, and %v in the new one", path, now)
	}
	repeated, _ := again.(object)
	for name, value := range old {
		if _, there := shown[name]; !there {
			err = errors.Join(err, fmt.Errorf("%s.%s is missing in the new release", path, name))
			continue
		}
		err = errors.Join(err, within(path+"."+name, value, repeated[name], shown[name]))
	}
	return err
}

func listWithin(path string, old []any, again, now any) (err error) {
	shown, is := now.([]any)
	repeated, _ := again.([]any)
	if !is || len(shown) != len(old) {
		if len(repeated) != len(old) {
			return nil // it changes all the time
		}
		return fmt.Errorf("%s has %d elements in the old release, and the new one shows %v", path, len(old), now)
	}
	for i, value := range old {
		var same any
		if i < len(repeated) {
			same = repeated[i]
		}
		err = errors.Join(err, within(fmt.Sprintf("%s[%d]", path, i), value, same, shown[i]))
	}
	return err
}

// agree checks that two JSON objects have equal values where both have one.
func agree(path string, a, b object) (err error) {
	for name, value := range a {
		other, there := b[name]
		if inner, is := value.(object); is && there {
			if outer, is := other.(object); is {
				err = errors.Join(err, agree(path+"."+name, inner, outer))
				continue
			}
		}
		if there && !reflect.DeepEqual(value, other) {
			err = errors.Join(err, fmt.Errorf("%s.%s is %v, and was %v", path, name, value, other))
		}
	}
	return err
}
