package mail

import (
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/logo"
)

// logoID is the name by which a mail shows the logo.
const logoID = "logo"

// withLogo is the layout with the logo of a workspace. It is part of the mail, because mail programs load nothing
// before they are told to. Few of them draw an SVG, so a workspace with one has its name alone.
func (l layout) withLogo(f *people.LogoFile, workspace domain.Name) layout {
	if f != nil && f.Logo.MediaType == logo.PNG {
		l.Logo = &Attachment{Name: "logo.png", Type: logo.PNG, Bytes: f.Content, ContentID: logoID}
		l.Sender = shownName(workspace)
	}
	return l
}
