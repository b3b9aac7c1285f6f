package itemjson

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
)

func readString(r *reader, k kind, v reflect.Value) error {
	if k != kindS && k != kindN {
		return mismatch(k, v)
	}
	text, err := r.text()
	v.SetString(text)
	return err
}

func readBool(r *reader, k kind, v reflect.Value) error {
	if k != kindBOOL {
		return mismatch(k, v)
	}
	b, err := r.bool()
	v.SetBool(b)
	return err
}

func readInt(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return err
	}
	if v.OverflowInt(n) {
		return overflow(text, v)
	}
	v.SetInt(n)
	return nil
}

func readUint(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return err
	}
	if v.OverflowUint(n) {
		return overflow(text, v)
	}
	v.SetUint(n)
	return nil
}

func readFloat(r *reader, k kind, v reflect.Value) error {
	text, err := r.number(k, v)
	if err != nil {
		return err
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return err
	}
	if v.OverflowFloat(n) {
		return overflow(text, v)
	}
	v.SetFloat(n)
	return nil
}

// number reads the text of a number.
func (r *reader) number(k kind, v reflect.Value) (string, error) {
	if k != kindN {
		return "", mismatch(k, v)
	}
	return r.text()
}

func overflow(text string, v reflect.Value) error {
	return fmt.Errorf("%s overflows %v", text, v.Type())
}

// binary reads bytes.
func (r *reader) binary() ([]byte, error) {
	text, err := r.bytes()
	if err != nil {
		return nil, err
	}
	return base64.StdEncoding.AppendDecode(make([]byte, 0, base64.StdEncoding.DecodedLen(len(text))), text)
}
