package homedata

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"stint/internal/dynamojson"
)

// Names of the parts of a copy. They are in this order.
const (
	startPart   = "backup.json"   // what it is
	itemsPart   = "items.jsonl"   // the table, while writes went on
	changesPart = "changes.jsonl" // what the writes concern, as it was at the moment of the copy
	filesFolder = "files/"        // the files beside the table
	endPart     = "end.json"      // the moment, and how much there is
)

// format is the version of the form of a copy.
const format = 1

// start is the part startPart.
type start struct {
	Format  int    `json:"format"`
	Version string `json:"version"` // of Stint
}

// end is the part endPart. A copy without one is not complete.
type end struct {
	Moment  time.Time `json:"moment"` // the copy is the state of this moment
	Items   int       `json:"items"`
	Changes int       `json:"changes"`
}

// change is a line of the part changesPart. Without an item, there is none with the key.
type change struct {
	Key  map[string]any `json:"Key"`
	Item map[string]any `json:"Item,omitempty"`
}

// Source is what is copied.
type Source struct {
	Client   *dynamodb.Client // of the table, with or without the recorder
	Table    string
	Recorder *Recorder // that sees all writes to the table
	Folder   string    // of the data
	Files    []string  // files in the folder that belong to the data; those that are not there are left out
	Version  string    // of Stint
	Now      func() time.Time

	page    int32  // items that are read at once; 0 is as many as DynamoDB returns
	between func() // called between two pages, by tests
}

// Write writes a copy of the data. Only one is made at a time. Without an error it is complete.
func (s Source) Write(ctx context.Context, out io.Writer) error {
	z := zip.NewWriter(out)
	if err := writeJSON(z, startPart, start{format, s.Version}); err != nil {
		return err
	}
	s.Recorder.begin()
	items, err := s.writeItems(ctx, z)
	if err != nil {
		_, resume := s.Recorder.pause() // ends recording
		resume()
		return err
	}
	changes, sizes, moment, err := s.readChanges(ctx)
	if err != nil {
		return err
	}
	if err := writeChanges(z, changes); err != nil {
		return err
	}
	if err := s.writeFiles(z, sizes); err != nil {
		return err
	}
	if err := writeJSON(z, endPart, end{Moment: moment, Items: items, Changes: len(changes)}); err != nil {
		return err
	}
	return z.Close()
}

func writeJSON(z *zip.Writer, name string, value any) error {
	w, err := z.Create(name)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(value)
}

// writeItems writes the whole table while writes go on.
func (s Source) writeItems(ctx context.Context, z *zip.Writer) (n int, err error) {
	w, err := z.Create(itemsPart)
	if err != nil {
		return 0, err
	}
	encoder := json.NewEncoder(w)
	in := &dynamodb.ScanInput{TableName: &s.Table, ConsistentRead: aws.Bool(true)}
	if s.page > 0 {
		in.Limit = &s.page
	}
	for pages := dynamodb.NewScanPaginator(s.Client, in); pages.HasMorePages(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return n, fmt.Errorf("read the table: %w", err)
		}
		for _, item := range page.Items {
			if err := encoder.Encode(dynamojson.Line(item)); err != nil {
				return n, err
			}
			n++
		}
		if s.between != nil {
			s.between()
		}
	}
	return n, nil
}

// readChanges reads what was written since the copy began, and how long the files are. No write
// happens at that time.
func (s Source) readChanges(ctx context.Context) (all []change, sizes map[string]int64, moment time.Time, err error) {
	keys, resume := s.Recorder.pause()
	defer resume()
	moment = s.Now().UTC()
	for _, key := range keys {
		found, err := s.Client.GetItem(ctx, &dynamodb.GetItemInput{TableName: &s.Table, Key: key.item(),
			ConsistentRead: aws.Bool(true)})
		if err != nil {
			return nil, nil, moment, fmt.Errorf("read a changed item: %w", err)
		}
		one := change{Key: dynamojson.Attributes(key.item())}
		if len(found.Item) > 0 {
			one.Item = dynamojson.Attributes(found.Item)
		}
		all = append(all, one)
	}
	sizes = map[string]int64{}
	for _, name := range s.Files {
		info, err := os.Stat(filepath.Join(s.Folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, nil, moment, err
		}
		sizes[name] = info.Size()
	}
	return all, sizes, moment, nil
}

func writeChanges(z *zip.Writer, changes []change) error {
	w, err := z.Create(changesPart)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	for _, c := range changes {
		if err := encoder.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// writeFiles writes the files up to the size that they had at the moment of the copy. They only grow.
func (s Source) writeFiles(z *zip.Writer, sizes map[string]int64) error {
	for _, name := range s.Files {
		size, there := sizes[name]
		if !there {
			continue
		}
		if err := s.writeFile(z, name, size); err != nil {
			return err
		}
	}
	return nil
}

func (s Source) writeFile(z *zip.Writer, name string, size int64) error {
	if size > mostBytes[name] {
		return fmt.Errorf("%s has more than the %d bytes that can be restored: make it shorter", name, mostBytes[name])
	}
	file, err := os.Open(filepath.Join(s.Folder, name))
	if err != nil {
		return err
	}
	defer file.Close()
	w, err := z.Create(filesFolder + name)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, io.LimitReader(file, size))
	return err
}
