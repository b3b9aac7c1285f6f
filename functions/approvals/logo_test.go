package approvals_test

import (
	"bytes"
	"strings"
	"testing"

	"stint/internal/apitest"
	"stint/internal/testkit/pdftext"
	"stint/shared/mail"
)

// undrawnSVG has text, which is not drawn for mails and documents.
const undrawnSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">olga</text></svg>`

var pictureInPDF = []byte("/Subtype /Image")

// The document shows a PNG, and an SVG as one. One that is not drawn has the name alone.
func TestDocumentShowsTheLogo(t *testing.T) {
	t.Parallel()
	a := newFixture(apitest.New(t))
	plain := a.document(t, "")
	a.owner.PutLogo("image/svg+xml", undrawnSVG).OK()
	if !bytes.Equal(a.document(t, ""), plain) {
		t.Error("an SVG that is not drawn changes the document")
	}
	for mediaType, content := range map[string]string{"image/svg+xml": apitest.LogoSVG,
		"image/png": string(apitest.LogoPNG())} {
		a.owner.PutLogo(mediaType, content).OK()
		for path, bearer := range map[string]string{a.publicPath + "/document": "",
			a.submissionPath + "/document": a.owner.Token} {
			answer := a.As(bearer).Get(path)
			if answer.Status != 200 || !bytes.Contains(answer.Body, pictureInPDF) ||
				!strings.Contains(pdftext.Text(t, answer.Body), "olga's workspace") {
				t.Errorf("%s, %s: %d without the logo", mediaType, path, answer.Status)
			}
		}
	}
	if with := a.document(t, ""); !bytes.Equal(with, a.document(t, "")) || bytes.Contains(plain, pictureInPDF) {
		t.Error("the same state is not the same bytes")
	}
}

// Mails of a workspace contain its logo, and the signed copy has it on paper too.
func TestMailsShowTheLogo(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	wantLogo(t, s.MailsTo(client)[0], false)
	s.owner.PutLogo("image/svg+xml", undrawnSVG).OK()
	s.decide("approve", signatureBody()).OK()
	s.RunWorker()
	wantLogo(t, s.MailsTo(s.admin.Email)[0], false)

	s = newShared(t)
	s.owner.PutLogo("image/svg+xml", apitest.LogoSVG).OK()
	s.decide("approve", signatureBody()).OK()
	s.owner.Invite("eve@example.com", "")
	s.RunWorker()
	wantLogo(t, s.MailsTo("eve@example.com")[0], true)
	wantLogo(t, s.MailsTo(s.admin.Email)[0], true)
	signed := s.MailsTo(client)[0]
	wantLogo(t, signed, true)
	if signed.Attachments[0].Type != "application/pdf" || !bytes.Contains(signed.Attachments[0].Bytes, pictureInPDF) {
		t.Errorf("the copy is %s without the logo", signed.Attachments[0].Name)
	}
}

func wantLogo(t *testing.T, m mail.StoredMessage, has bool) {
	t.Helper()
	files := m.Attachments
	attached := len(files) > 0 && files[len(files)-1].ContentID == "logo" && files[len(files)-1].Type == "image/png" &&
		len(files[len(files)-1].Bytes) > 0
	if shown := strings.Contains(m.HTML, `<img src="cid:logo" alt="olga&#39;s workspace"`); shown != has || attached != has {
		t.Errorf("%s: logo shown %v, attached %v, want %v\n%s", m.Subject, shown, attached, has, m.HTML)
	}
}
