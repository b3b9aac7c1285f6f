package people

// Logo says which logo a workspace has.
type Logo struct {
	MediaType string `db:"type"` // image/png or image/svg+xml
	// of the picture as it is kept, in hexadecimal
	SHA256 string `db:"sha"`
}

// LogoFile is the picture of a logo. It is a record of its own beside the workspace, which every request reads.
type LogoFile struct {
	Logo    Logo   `db:"logo"`
	Content []byte `db:"content"`
	Drawn   []byte `db:"png,omitempty"` // an SVG as a PNG, for mails and documents; nil if it is not drawn
}

// WithLogo is the workspace with a logo, or without one for nil.
func (w Workspace) WithLogo(l *Logo) Workspace {
	w.Logo = l
	return w.NextVersion()
}

// HasLogo reports whether the workspace has that logo; nil is none.
func (w Workspace) HasLogo(l *Logo) bool {
	return w.Logo == nil && l == nil || w.Logo != nil && l != nil && *w.Logo == *l
}
