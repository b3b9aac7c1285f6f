package apitest

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// LogoSVG is a drawing that a workspace may have as its logo.
const LogoSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" rx="8" ` +
	`fill="#17643a"/><circle cx="20" cy="20" r="12" fill="#ffffff"/></svg>`

// LogoPNG is a picture that a workspace may have as its logo: a transparent one with a red field.
func LogoPNG() []byte {
	picture := image.NewNRGBA(image.Rect(0, 0, 240, 80))
	draw.Draw(picture, image.Rect(20, 20, 220, 60), image.NewUniform(color.NRGBA{R: 180, A: 255}), image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}

// PutLogo sends a logo for the active workspace.
func (u *User) PutLogo(mediaType, content string) *Answer {
	u.t.Helper()
	return u.With("Content-Type", mediaType).Do("PUT", "/api/workspaces/"+u.WorkspaceID+"/logo", content)
}
