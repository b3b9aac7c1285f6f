package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslogs"

	"stint/functions"
	"stint/shared/boot"
	"stint/shared/config"
	"stint/shared/route"
)

// defaultMemory of a function in MB. Lambda gives a whole core at 1,769 MB. With
// this memory a password hash takes about 70 ms, and everything else mostly waits
// for the table.
const defaultMemory = 512

// fullCoreMemory is the memory in MB of functions that read many entries in one
// request. Decoding the 100,000 entries of a report takes seconds on half a core.
const fullCoreMemory = 1769

// memoryOf is the memory of a family's function without a setting, in MB.
func memoryOf(family string) float64 {
	if family == "reports" {
		return fullCoreMemory
	}
	return defaultMemory
}

// newFunctions makes one function per family and returns them by family name.
func (st *stack) newFunctions(folder string) map[string]awslambda.Function {
	all := map[string]awslambda.Function{}
	for _, f := range st.families {
		all[f.Name] = st.newFunction(folder, f.Name, st.statementsFor(f.Name))
	}
	return all
}

// newFunction makes a function from the binary in the folder of that name. Its
// role allows what the function needs, and writing its log.
func (st *stack) newFunction(folder, name string, needs []awsiam.PolicyStatement) awslambda.Function {
	logs := awslogs.NewLogGroup(st.root, new(constructID(name)+"Logs"), &awslogs.LogGroupProps{
		RemovalPolicy: awscdk.RemovalPolicy_DESTROY, Retention: logRetentions[st.settings.LogDays],
	})
	if st.settings.Tracing {
		needs = append(needs, traceStatement())
	}
	own := st.settings.Functions
	return awslambda.NewFunction(st.root, new(constructID(name)), &awslambda.FunctionProps{
		FunctionName: new(st.functionName(name)),
		Description:  new("Stint " + st.settings.Stage + ": " + name),
		Runtime:      awslambda.Runtime_PROVIDED_AL2023(),
		Architecture: architectures[st.settings.Processor](),
		Handler:      new("bootstrap"),
		Code:         awslambda.Code_FromAsset(new(functionFile(folder, name)), nil),
		MemorySize:   new(own.Memory.number(name, memoryOf(name))),
		Timeout:      awscdk.Duration_Seconds(new(own.Timeout.number(name, functions.TimeoutOf(name).Default.Seconds()))),
		Environment:  st.functionEnvironment(name),
		Role:         st.newRole(name, logs, needs),
		LogGroup:     logs,
		Tracing:      st.tracingMode(),

		ReservedConcurrentExecutions: st.reservedConcurrency(name),
	})
}

// functionName is the name of a family's function or of the worker in the account.
func (st *stack) functionName(name string) string { return "stint-" + st.settings.Stage + "-" + name }

// reservedConcurrency is how many instances of a function are reserved; nil is none.
func (st *stack) reservedConcurrency(name string) *float64 {
	if n := st.settings.Functions.Reserved.number(name, 0); n > 0 {
		return &n
	}
	return nil
}

// showingVersion are the functions that tell callers the version. The others do not get that of the
// release, because another setting would replace them.
var showingVersion = []string{"meta", "mcp"}

// functionEnvironment are the settings of a function, as shared/config reads them.
// They contain no usable secret: keys are named by ARN, and secrets are encrypted.
func (st *stack) functionEnvironment(function string) *map[string]*string {
	all := map[string]*string{}
	for name, value := range st.requiredEnvironment() {
		all[name] = new(value)
	}
	for name, value := range st.optionalEnvironment(function) {
		if value != "" {
			all[name] = new(value)
		}
	}
	return &all
}

// requiredEnvironment are the settings that every function gets.
func (st *stack) requiredEnvironment() map[string]string {
	s := st.settings
	all := map[string]string{
		"TABLE_NAME":        st.table.name,
		"STINT_ENV":         s.keyEnv(),
		"PUBLIC_URL":        st.publicURL,
		"MAX_BODY_BYTES":    strconv.FormatInt(s.MaxBody, 10),
		"LIMIT_PER_ADDRESS": strconv.FormatInt(s.PerAddress, 10),
		"LIMIT_PER_ACCOUNT": strconv.FormatInt(s.PerAccount, 10),
		"SEALING_KEY":       *st.keys.secrets.KeyArn(),
		"FRESH_FOR":         strconv.FormatInt(s.FreshFor, 10),
		"PURGE_AFTER_DAYS":  strconv.FormatInt(s.PurgeAfterDays, 10),
		"SIGNING_KEY":       strings.Join(st.keys.signingARNs(), " "),
	}
	for _, l := range limitSettings {
		all[l.environment] = strconv.FormatInt(s.Limits[l.name], 10)
	}
	return all
}

// optionalEnvironment are the settings that a function gets unless they are empty.
func (st *stack) optionalEnvironment(function string) map[string]string {
	s := st.settings
	all := map[string]string{
		"LOG_LEVEL":                    s.Functions.LogLevel.of(function),
		"METRICS_NAMESPACE":            s.metricsNamespace(),
		"STINT_FAMILY":                 function,
		"CORS_ORIGINS":                 strings.Join(s.Origins, " "),
		"APP_BASE_URL":                 s.AppBaseURL,
		"MAIL_FROM":                    s.MailFrom,
		"STINT_VERSION":                s.Version,
		"SECURITY_CONTACT":             s.SecurityContact,
		"EMAIL_VERIFICATION":           s.Verification,
		"REGISTRATION":                 s.Registration,
		"REGISTRATION_DOMAINS":         s.MailDomains,
		"WORKSPACES":                   s.Workspaces,
		"PASSKEY_RP_ID":                s.PasskeyRPID,
		"OIDC_ISSUER":                  s.OIDCIssuer,
		"OIDC_CLIENT_ID":               s.OIDCClientID,
		config.SettingOIDCClientSecret: s.OIDCClientSecret,
	}
	if s.Streaming && st.hasStreams(function) {
		all["STREAMING"] = "on"
	}
	if s.CalendarClientID != "" {
		all["CALENDAR_CLIENT_ID"] = s.CalendarClientID
		all[config.SettingCalendarSecret] = s.CalendarClientSecret
		all["CALENDAR_KEY"] = s.EarlierCalendarKey
	}
	if s.Release.isOne() && slices.Contains(showingVersion, function) {
		all["STINT_VERSION"] = cmp.Or(s.Version, s.Release.number)
		all["STINT_COMMIT"] = s.Release.commit
	}
	return all
}

// hasStreams reports whether a function has a route whose responses may be streamed.
func (st *stack) hasStreams(function string) bool {
	return slices.ContainsFunc(st.families, func(f boot.Function) bool {
		return f.Name == function && len(route.StreamedPaths(f.Routes)) > 0
	})
}

// constructID is the construct id for a family's name.
func constructID(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
