package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
)

// readStage reads the settings of a deployment: those of the command line, and below them those
// in the file of its stage. cdkFile is the file with the settings of CDK itself.
func readStage(folder stagesFolder, cdkFile string, context map[string]any) (settings, error) {
	r := contextReader{context: map[string]any{}, places: map[string]string{}}
	maps.Copy(r.context, context)
	stage := r.text("stage")
	if stage == exampleStage || stage == schemaStage {
		r.addProblem("stage", "must not be "+stage+", because "+folder.fileOf(stage)+" is of no stage")
	}
	if len(r.problems) > 0 {
		return settings{}, errors.Join(r.problems...)
	}
	file, err := folder.read(stage)
	if err != nil {
		return settings{}, err
	}
	r.checkCDKFile(cdkFile, folder.fileOf(stage))
	for _, name := range slices.Sorted(maps.Keys(file)) {
		r.addFileSetting(name, file[name])
	}
	s, err := r.settings()
	return s, errors.Join(err, folder.checkDomains(s))
}

// addFileSetting adds a setting of the stage's file, unless the command line has it.
func (r *contextReader) addFileSetting(name string, s fileSetting) {
	switch _, given := r.context[name]; {
	case name == "$schema":
	case name == "stage":
		r.problems = append(r.problems, problemAt(s.place, "setting stage must not be there: the file's name is the stage"))
	case s.value == nil:
		r.problems = append(r.problems, problemAt(s.place, "setting "+name+" must not be null: leave it out"))
	case !given:
		r.context[name], r.places[name] = s.value, s.place
	}
}

// checkCDKFile refuses settings in cdk.json. CDK passes them like those of the command line, so
// the file of a stage could not go first.
func (r *contextReader) checkCDKFile(cdkFile, stageFile string) {
	text, err := os.ReadFile(cdkFile)
	var file struct{ Context map[string]any }
	if err != nil || json.Unmarshal(text, &file) != nil {
		return // CDK has read the file, if there is one
	}
	for _, name := range slices.Sorted(maps.Keys(file.Context)) {
		if slices.Contains(settingNames(), name) {
			at := bytes.Index(text, []byte(`"`+name+`"`))
			line := 1 + bytes.Count(text[:max(at, 0)], []byte("\n"))
			r.problems = append(r.problems, problemAt(fmt.Sprintf("%s:%d", cdkFile, line),
				"setting "+name+" belongs into "+stageFile))
		}
	}
}
