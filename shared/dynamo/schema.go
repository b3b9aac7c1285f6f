package dynamo

// Names of the attributes that keys consist of, and of the time to live. Keys are
// strings; AttrExpires is a number of Unix seconds.
const (
	AttrPK      = "pk"  // partition key of the table and of IndexLSK
	AttrSK      = "sk"  // sort key of the table
	AttrLSK     = "lsk" // sort key of the first three indexes
	AttrG1      = "g1"  // partition key of IndexWorkspace
	AttrG2      = "g2"  // partition key of IndexProject
	AttrCW      = "cw"  // partition key of IndexChange
	AttrCS      = "cs"  // sort key of IndexChange
	AttrExpires = "exp" // time to live
)

// AttrWake is the attribute of an item whose write starts the deliverer, through the stream.
const AttrWake = "wake"

// AttrTrace is the attribute with the trace of the last change of an item, in a workspace with webhooks. See
// domain.Trace.
const AttrTrace = "tr"

// Names of the indexes.
const (
	// IndexLSK is local: a second order of each partition of the table, which can
	// be read strongly consistent. It can only be created with the table.
	IndexLSK = "by_lsk"
	// IndexWorkspace is global: the entries of one workspace by time.
	IndexWorkspace = "by_ws"
	// IndexProject is global: the entries of one project by time.
	IndexProject = "by_proj"
	// IndexChange is global: the records of one workspace by the moment of their last
	// change. It holds keys only.
	IndexChange = "by_change"
)

// Key names the attributes of a primary key, both strings.
type Key struct {
	Partition, Sort string
}

// Index is a secondary index. It holds every attribute of its items, or their keys only.
type Index struct {
	Name     string
	Key      Key
	Local    bool
	KeysOnly bool
}

// Table is the definition of the one table, which EnsureTable creates in the
// embedded engine and the infrastructure creates on AWS. It is billed by request.
type Table struct {
	Key                 Key
	Indexes             []Index
	TimeToLive          string // attribute, a number of Unix seconds
	StreamView          string // what a stream record holds, a types.StreamViewType
	PointInTimeRecovery bool   // on AWS only
}

// Schema returns a fresh copy of the table's definition.
func Schema() Table {
	return Table{
		Key: Key{AttrPK, AttrSK},
		Indexes: []Index{
			{Name: IndexLSK, Key: Key{AttrPK, AttrLSK}, Local: true},
			{Name: IndexWorkspace, Key: Key{AttrG1, AttrLSK}},
			{Name: IndexProject, Key: Key{AttrG2, AttrLSK}},
			{Name: IndexChange, Key: Key{AttrCW, AttrCS}, KeysOnly: true},
		},
		TimeToLive:          AttrExpires,
		StreamView:          "NEW_IMAGE",
		PointInTimeRecovery: true,
	}
}

// KeyAttributes lists every attribute that is part of a key, each once, in
// order of first use.
func (t Table) KeyAttributes() []string {
	names := []string{t.Key.Partition, t.Key.Sort}
	for _, index := range t.Indexes {
		names = append(names, index.Key.Partition, index.Key.Sort)
	}
	seen := make(map[string]bool, len(names))
	unique := names[:0]
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			unique = append(unique, name)
		}
	}
	return unique
}
