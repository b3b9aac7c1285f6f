package timefile

import (
	"errors"
	"iter"
)

func readToggl(f File, o Options) iter.Seq2[Row, error]     { return pending }
func readClockify(f File, o Options) iter.Seq2[Row, error]  { return pending }
func readHarvest(f File, o Options) iter.Seq2[Row, error]   { return pending }
func readKimai(f File, o Options) iter.Seq2[Row, error]     { return pending }
func readSolidtime(f File, o Options) iter.Seq2[Row, error] { return pending }
func readCSV(f File, o Options) iter.Seq2[Row, error]       { return pending }

func pending(yield func(Row, error) bool) { yield(Row{}, errors.New("this reader is not written yet")) }
