package xlsx

const xmlHeader = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// Namespaces of ISO/IEC 29500 (transitional).
const (
	nsMain          = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	nsRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	nsPackage       = "http://schemas.openxmlformats.org/package/2006/"
	typeMain        = "application/vnd.openxmlformats-officedocument.spreadsheetml."
)

// Attributes of cells with the number formats of stylesXML.
const (
	styleDate  = ` s="1"`
	styleClock = ` s="2"`
)

// parts are the parts of every workbook but the workbook itself and its sheet.
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
	{"xl/styles.xml", stylesXML},
}

const workbookXML = xmlHeader + `<workbook xmlns="` + nsMain + `" xmlns:r="` + nsRelationships + `">` +
	`<sheets><sheet name="%s" sheetId="1" r:id="rId1"/></sheets></workbook>`

// stylesXML has the formats of numbers: general, a date, a time of day. All the rest is
// what a program needs to open the file.
const stylesXML = xmlHeader + `<styleSheet xmlns="` + nsMain + `">` +
	`<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/><numFmt numFmtId="165" formatCode="hh:mm:ss"/></numFmts>` +
	`<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>` +
	`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>` +
	`</styleSheet>`

const (
	worksheetStart = xmlHeader + `<worksheet xmlns="` + nsMain + `"><sheetData>`
	worksheetEnd   = `</sheetData></worksheet>`
)
