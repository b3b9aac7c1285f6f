package homedata

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"stint/internal/dynamojson"
	"stint/shared/retry"
)

// Backup is a copy that is complete.
type Backup struct {
	zip *zip.ReadCloser
	end end
}

// OpenBackup opens a copy. Errors: what is no copy, is not complete, or was made by a later version.
func OpenBackup(name string) (*Backup, error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("%s is no complete backup: %w", name, err)
	}
	b := &Backup{zip: z}
	var s start
	if err := errors.Join(b.readJSON(startPart, &s), b.readJSON(endPart, &b.end)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is no complete backup: %w", name, err), z.Close())
	}
	if s.Format != format {
		return nil, errors.Join(fmt.Errorf("%s was made by version %s, in a form that this version does not know", name,
			s.Version), z.Close())
	}
	if err := b.check(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s is no backup of the home server: %w", name, err), z.Close())
	}
	return b, nil
}

// check refuses a copy that has other files than those of the home server, or one of them twice, or no moment.
func (b *Backup) check() error {
	seen := map[string]bool{}
	for _, file := range b.zip.File {
		if !isPart(file.Name) {
			return fmt.Errorf("it has the file %q, which no backup has", file.Name)
		}
		if seen[file.Name] {
			return fmt.Errorf("it has the file %q twice", file.Name)
		}
		seen[file.Name] = true
	}
	if b.end.Moment.IsZero() {
		return errors.New("it does not say of which moment it is")
	}
	return nil
}

// isPart reports whether a backup may have a file of that name.
func isPart(name string) bool {
	if beside, ok := strings.CutPrefix(name, filesFolder); ok {
		_, isKnown := mostBytes[beside]
		return isKnown
	}
	return slices.Contains([]string{startPart, itemsPart, changesPart, endPart}, name)
}

// Close closes the file.
func (b *Backup) Close() error { return b.zip.Close() }

// About says of which moment the copy is.
func (b *Backup) About() string {
	return fmt.Sprintf("the state of %s, %d items", b.end.Moment.Format("2006-01-02 15:04:05 MST"), b.end.Items)
}

func (b *Backup) readJSON(part string, value any) error {
	file, err := b.zip.Open(part)
	if err != nil {
		return err
	}
	defer file.Close()
	return json.NewDecoder(io.LimitReader(file, longestPart)).Decode(value)
}

// longestPart bounds a part that is one value, in bytes.
const longestPart = 64 << 10

// WriteFiles writes the files beside the table into a folder, for its owner only.
func (b *Backup) WriteFiles(folder string) error {
	for _, file := range b.zip.File {
		name, ok := strings.CutPrefix(file.Name, filesFolder)
		if !ok {
			continue
		}
		if err := extract(file, filepath.Join(folder, name), mostBytes[name]); err != nil {
			return err
		}
	}
	return nil
}

// extract writes a file of at most so many bytes.
func extract(file *zip.File, to string, most int64) error {
	content, err := file.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(content, most+1))
	if n > most {
		err = fmt.Errorf("the file %s of the backup has more than %d bytes", file.Name, most)
	}
	return errors.Join(err, out.Sync(), out.Close())
}

// WriteTable writes the items into a table that has none.
func (b *Backup) WriteTable(ctx context.Context, client *dynamodb.Client, table string) error {
	w := &writer{ctx: ctx, client: client, table: table}
	items, changes := 0, 0
	if err := b.eachLine(itemsPart, func(line []byte) error {
		item, err := dynamojson.ReadLine(line)
		if err != nil {
			return err
		}
		items++
		return w.add(types.WriteRequest{PutRequest: &types.PutRequest{Item: item}})
	}); err != nil {
		return err
	}
	if items != b.end.Items {
		return fmt.Errorf("the backup has %d items of %d", items, b.end.Items)
	}
	if err := w.flush(); err != nil { // a batch has no key twice
		return err
	}
	if err := b.eachLine(changesPart, func(line []byte) error {
		request, err := readChange(line)
		if err != nil {
			return err
		}
		changes++
		return w.add(request)
	}); err != nil {
		return err
	}
	if changes != b.end.Changes {
		return fmt.Errorf("the backup has %d changes of %d", changes, b.end.Changes)
	}
	return w.flush()
}

// longestLine bounds a line in bytes: an item has at most 400 KB, and its JSON is longer.
const longestLine = 4 << 20

func (b *Backup) eachLine(part string, visit func(line []byte) error) error {
	file, err := b.zip.Open(part)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		if err := visit(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// readChange reads a line of the part changesPart: an item as it was, or a key that has none.
func readChange(line []byte) (types.WriteRequest, error) {
	var c struct{ Key, Item json.RawMessage }
	if err := json.Unmarshal(line, &c); err != nil {
		return types.WriteRequest{}, err
	}
	if c.Item != nil {
		item, err := dynamojson.ReadLine(line)
		return types.WriteRequest{PutRequest: &types.PutRequest{Item: item}}, err
	}
	key, err := dynamojson.ReadLine(fmt.Appendf(nil, `{"Item":%s}`, c.Key))
	return types.WriteRequest{DeleteRequest: &types.DeleteRequest{Key: key}}, err
}

// mostWrites is the most that DynamoDB takes in one batch.
const mostWrites = 25

// writer writes items in batches.
type writer struct {
	ctx    context.Context
	client *dynamodb.Client
	table  string
	batch  []types.WriteRequest
}

func (w *writer) add(request types.WriteRequest) error {
	w.batch = append(w.batch, request)
	if len(w.batch) < mostWrites {
		return nil
	}
	return w.flush()
}

// errUnprocessed means that the engine did not take all of a batch.
var errUnprocessed = errors.New("the database did not take all items")

// flush writes what is left. What the engine does not take at once is tried again.
func (w *writer) flush() error {
	if len(w.batch) == 0 {
		return nil
	}
	left := map[string][]types.WriteRequest{w.table: w.batch}
	w.batch = nil
	return retry.Do(w.ctx, retry.Policy{Tries: 8}, func() (again bool, err error) {
		out, err := w.client.BatchWriteItem(w.ctx, &dynamodb.BatchWriteItemInput{RequestItems: left})
		if err != nil {
			return false, fmt.Errorf("write the table: %w", err)
		}
		if left = out.UnprocessedItems; len(left) > 0 {
			return true, errUnprocessed
		}
		return false, nil
	})
}
