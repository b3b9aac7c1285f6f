package logo

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
)

// The largest picture that is decoded, in pixels. Few bytes can describe a picture of any size.
const (
	maxSide   = 2_000
	maxPixels = 2_000_000
)

// readPNG decodes a picture and encodes it again with 8 bits for each colour, which all readers of PDFs and mails
// understand. Nothing else of the file is kept.
func readPNG(content []byte) ([]byte, error) {
	config, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, invalid("is not a PNG that can be read")
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return nil, invalid(fmt.Sprintf("is larger than %d pixels on a side, or %d pixels in all", maxSide, maxPixels))
	}
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		return nil, invalid("is not a PNG that can be read")
	}
	picture := image.NewNRGBA(image.Rect(0, 0, config.Width, config.Height))
	draw.Draw(picture, picture.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	return Encode(picture)
}

// Encode writes a picture as a PNG, as small as the format allows. Errors: those of a picture of no size.
func Encode(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}
