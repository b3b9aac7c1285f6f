package main

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"

	"stint/shared/route"
)

// newAPI makes the REST API from one definition and sets the stack's public URL.
func (st *stack) newAPI() awsapigateway.SpecRestApi {
	api := awsapigateway.NewSpecRestApi(st.root, new("Gateway"), &awsapigateway.SpecRestApiProps{
		RestApiName:               new("stint-" + st.settings.Stage),
		ApiDefinition:             awsapigateway.ApiDefinition_FromInline(st.apiDefinition()),
		EndpointTypes:             &[]awsapigateway.EndpointType{awsapigateway.EndpointType_REGIONAL},
		CloudWatchRole:            new(false),
		DisableExecuteApiEndpoint: new(st.settings.Domain != ""),
		DeployOptions: &awsapigateway.StageOptions{
			StageName:            new(st.settings.Stage),
			ThrottlingRateLimit:  new(st.settings.Throttle.PerSecond),
			ThrottlingBurstLimit: new(float64(st.settings.Throttle.Burst)),
			MethodOptions:        st.methodThrottles(),
			// a trace of the gateway holds the path, which may contain a token; functions are traced
			TracingEnabled: new(false),
		},
	})
	if st.settings.AccessLogs {
		st.addAccessLogs(api)
	}
	if st.settings.Firewall {
		st.addFirewall(api)
	}
	st.publicURL = st.baseURL(api)
	return api
}

// baseURL is the base of all links. It refers to the API and not to the stage.
// The stage depends on all functions, so the functions could not have its URL in
// their settings.
func (st *stack) baseURL(api awsapigateway.SpecRestApi) string {
	s := st.settings
	if s.Domain == "" {
		return fmt.Sprintf("https://%s.execute-api.%s.%s/%s", *api.RestApiId(), *st.root.Region(), *st.root.UrlSuffix(),
			s.Stage)
	}
	certificate := awscertificatemanager.Certificate_FromCertificateArn(st.root, new("Certificate"), new(s.Certificate))
	domain := api.AddDomainName(new("Domain"), &awsapigateway.DomainNameOptions{
		DomainName: new(s.Domain), Certificate: certificate,
		EndpointType:   awsapigateway.EndpointType_REGIONAL,
		SecurityPolicy: awsapigateway.SecurityPolicy_TLS_1_2,
	})
	st.addOutput("DomainTarget", *domain.DomainNameAliasDomainName(), "What the domain's DNS record must point to")
	return "https://" + s.Domain
}

// methodThrottles are the throttles of the routes that have their own.
func (st *stack) methodThrottles() *map[string]*awsapigateway.MethodDeploymentOptions {
	all := map[string]*awsapigateway.MethodDeploymentOptions{}
	for _, f := range st.families {
		for _, spec := range f.Routes {
			if hasOwnMethod(spec) {
				all[gatewayPath(spec.Path)+"/"+spec.Method] = &awsapigateway.MethodDeploymentOptions{
					ThrottlingRateLimit: new(spec.Throttle.PerSecond), ThrottlingBurstLimit: new(float64(spec.Throttle.Burst)),
				}
			}
		}
	}
	return &all
}

// connectGateway lets the API call its functions, and deploys it after them: a route must
// not lead to a function that is not there yet.
func (st *stack) connectGateway(api awsapigateway.SpecRestApi, lambdas map[string]awslambda.Function) {
	for _, f := range st.families {
		function := lambdas[f.Name]
		function.AddPermission(new("Gateway"), &awslambda.Permission{
			Principal: awsiam.NewServicePrincipal(new("apigateway.amazonaws.com"), nil),
			SourceArn: api.ArnForExecuteApi(new("*"), new("/*"), new("*")),
		})
		api.LatestDeployment().Node().AddDependency(function)
	}
}

// hasOwnMethod reports whether a route needs a method in addition to the ANY of
// its path. Every path has ANY, because the gateway would answer an undeclared method
// itself, with an error about signatures. The function answers 405 and preflights.
// A route needs its own method only for a throttle.
func hasOwnMethod(spec route.Spec) bool { return spec.Throttle != route.Throttle{} }

// gatewayPath is a route's path with its parameters named by position. The
// gateway allows only one parameter name below one parent and refuses to rename
// it later, but the routes use different names such as {id} and {projectId}. The
// functions read the path themselves.
func gatewayPath(path string) string {
	parts, n := strings.Split(path, "/"), 0
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			n++
			parts[i] = fmt.Sprintf("{p%d}", n)
		}
	}
	return strings.Join(parts, "/")
}
