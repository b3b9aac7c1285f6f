package timesheetpdf

import "stint/shared/locale"

// Texts are the package's texts.
func Texts() *locale.Catalogue { return texts }

var InVisualOrder = inVisualOrder
