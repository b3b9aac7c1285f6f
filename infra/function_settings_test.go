package main

import (
	"strings"
	"testing"

	"stint/functions"
	"stint/shared/config"
)

// propertiesOf are the properties of each function, by its name.
func propertiesOf(tm template) map[string]map[string]any {
	all := map[string]map[string]any{}
	for _, f := range tm.ofType("AWS::Lambda::Function") {
		_, name, _ := strings.Cut(f.Properties["Description"].(string), ": ")
		all[name] = f.Properties
	}
	return all
}

func TestFunctionsCanBeSetOneByOne(t *testing.T) {
	tm := secondTemplate(t)
	all, environments := propertiesOf(tm), tm.environments(t)
	for name, f := range all {
		memory, timeout, reserved, level := 1024.0, functions.TimeoutOf(name).Default.Seconds(), any(nil), "WARN"
		switch name {
		case "reports":
			memory, reserved = 3008, 5.0
		case "worker":
			timeout = 300
		case "timers":
			timeout, level = 10, "DEBUG"
		}
		if f["MemorySize"] != memory || f["Timeout"] != timeout || f["ReservedConcurrentExecutions"] != reserved {
			t.Errorf("%s: %v MB, %v s, %v reserved, want %v, %v, %v", name, f["MemorySize"], f["Timeout"],
				f["ReservedConcurrentExecutions"], memory, timeout, reserved)
		}
		variables := environments["Stint beta: "+name]
		c, err := config.Read(func(name string) string { return deployedValue(variables[name]) })
		if err != nil || c.LogLevel.String() != level {
			t.Errorf("%s logs at %s, want %s (%v)", name, c.LogLevel, level, err)
		}
	}
}

func TestFunctionsHaveDefaults(t *testing.T) {
	for name, f := range propertiesOf(standardTemplate(t)) {
		if f["ReservedConcurrentExecutions"] != nil || f["Timeout"] != functions.TimeoutOf(name).Default.Seconds() ||
			f["MemorySize"] != memoryOf(name) {
			t.Errorf("%s: %v", name, f)
		}
		if f["Environment"].(map[string]any)["Variables"].(map[string]any)["LOG_LEVEL"] != nil {
			t.Errorf("%s has a level", name)
		}
	}
}

func TestWrongSettingsOfFunctionsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		value any
		want  string
	}{
		{"memory", "128", `has "128" for account: it must be a whole number from 256 to 10240`},
		{"memory", "512", `has "512" for reports: it must be a whole number from 1024`},
		{"memory", "reports=512", "from 1024 to 10240"},
		{"memory", 20000.0, "to 10240"},
		{"memory", "reports=3008 reports=2048", "each once"},
		{"memory", "reports=", "each once"},
		{"memory", "=512", "each once"},
		{"memory", true, "each once"},
		{"memory", map[string]any{"reports": "much"}, "whole number"},
		{"memory", "report=3008", `names the function "report"; there are account, `},
		{"timeout", "29", `for account: it must be a whole number from 5 to 28`},
		{"timeout", "worker=901", "from 15 to 900"},
		{"timeout", "worker=14", "from 15 to 900"},
		{"timeout", "deliverer=19", "from 20 to 900"},
		{"timeout", "timers=1.5", "whole number"},
		{"reservedConcurrency", "timers=0", "from 1 to 10000"},
		{"logLevel", "verbose", "must be one of debug, info, warn"},
		{"logLevel", "timers=error", "must be one of debug, info, warn"},
	} {
		_, err := readSettings(map[string]any{c.name: c.value})
		if err == nil || !strings.Contains(err.Error(), "setting "+c.name+" ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%v: %v, want %s", c.name, c.value, err, c.want)
		}
	}
	if _, err := readSettings(map[string]any{"logLevel": "timers=warn", "metrics": true}); err == nil {
		t.Error("metrics are lost at the level warn")
	}
	if _, err := readSettings(map[string]any{"memory": "512 reports=1769", "timeout": "20 worker=60", "logLevel": "debug",
		"metrics": true}); err != nil {
		t.Error(err)
	}
}
