package importer

// An external id belongs to one record of a kind. Where two want the same one:
//   - two records of exports: the first keeps it, and the other one gets the id that this package derives;
//   - a record of the files and another one of the workspace: the one of the files is made without one.

// externalID is the external id of a client, project, task or tag, by which it is found again
// after it was renamed.
func (x *Import) externalID(kind string, names ...string) string {
	for i := range names {
		names[i] = normal(names[i])
	}
	return x.options.Source.Name + ":" + kind + ":" + x.derive(kind, names...).String()
}

// externalID is the external id to send, nil for none.
func (r *record) externalID() *string {
	if r.external == "" {
		return nil
	}
	return &r.external
}

// giveExternal gives a record the external id that it has in an export, unless another record has it in
// a former folder. given are the records of the kind by these external ids.
func (r *record) giveExternal(external *string, given map[string]*record) {
	if external == nil {
		return
	}
	if owner := given[*external]; owner == nil || owner == r {
		r.external, given[*external] = *external, r
	}
}

// dropExternal plans to make a record without an external id, because another one of the workspace has it.
func (r *record) dropExternal() { r.external, r.isWithoutID = "", true }

// dropUsedIDs plans to make tasks without an external id if a task of another project has it. used are
// the external ids of tasks in the workspace.
func (x *Import) dropUsedIDs(used map[string]bool) {
	for _, r := range x.catalog.tasks {
		if !r.exists() && r.external != "" && used[r.external] {
			r.dropExternal()
		}
	}
}

// noteWithoutIDs names the records that are made without an external id.
func (x *Import) noteWithoutIDs() {
	for kind, r := range x.catalog.all {
		if r.isWithoutID && !r.exists() {
			x.notef("The %s %s is made without an external id, because another %s has it.", kind, r.label, kind)
		}
	}
}
