package xlsx

const xmlHeader = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// Namespaces of ISO/IEC 29500 (transitional).
const (
	nsMain          = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	nsRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	nsPackage       = "http://schemas.openxmlformats.org/package/2006/"
	typeMain        = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// parts are the parts of every workbook but the workbook itself, its sheet and its styles.
var parts = []struct{ name, content string }{
	{"[Content_Types].xml", xmlHeader + `<Types xmlns="` + nsPackage + `content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="` + typeMain + `sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="` + typeMain + `styles+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + typeMain + `worksheet+xml"/>` +
		`</Types>`},
	{"_rels/.rels", xmlHeader + `<Relationships xmlns="` + nsPackage + `relationships">` +
		`<Relationship Id="rId1" Type="` + nsRelationships + `/officeDocument" Target="xl/workbook.xml"/>` +
		`</Relationships>`},
	{"xl/_rels/workbook.xml.rels", xmlHeader + `<Relationships xmlns="` + nsPackage + `relationships">` +
		`<Relationship Id="rId1" Type="` + nsRelationships + `/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="` + nsRelationships + `/styles" Target="styles.xml"/>` +
		`</Relationships>`},
}

const workbookXML = xmlHeader + `<workbook xmlns="` + nsMain + `" xmlns:r="` + nsRelationships + `">` +
	`<bookViews><workbookView/></bookViews><sheets><sheet name="%s" sheetId="1" r:id="rId1"/></sheets></workbook>`

// The styles around those that a workbook uses. The second font is bold.
const (
	stylesStart = xmlHeader + `<styleSheet xmlns="` + nsMain + `">`
	stylesFonts = `<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
		`<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`
	stylesEnd = `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
)

// worksheetStart begins a sheet whose first row stays in sight.
const worksheetStart = xmlHeader + `<worksheet xmlns="` + nsMain + `"><sheetViews><sheetView workbookViewId="0">` +
	`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
