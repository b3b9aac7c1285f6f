package mail

import (
	"stint/shared/domain"
	"stint/shared/domain/people"
	"stint/shared/logo"
)

// logoID is the name by which a mail shows the logo.
const logoID = "logo"

// withLogo is the layout with the logo of a workspace. It is part of the mail, because mail programs load nothing
// before they are told to. Few of them draw an SVG, so one is shown as a PNG; where it is not drawn, the name is alone.
func (l layout) withLogo(f *people.LogoFile, workspace domain.Name) layout {
	if f == nil {
		return l
	}
	if picture := logo.PNGOf(*f); picture != nil {
		l.Logo = &Attachment{Name: "logo.png", Type: logo.PNG, Bytes: picture, ContentID: logoID}
		l.Sender = shownName(workspace)
	}
	return l
}
