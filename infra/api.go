package main

import (
	"fmt"
	"strings"

	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awscertificatemanager"
	"github.com/aws/aws-cdk-go/awscdk/v2/awslambda"

	"stint/functions"
	"stint/shared/route"
)

// newAPI makes the REST API without its methods and sets the stack's public URL.
func (st *stack) newAPI() awsapigateway.RestApi {
	api := awsapigateway.NewRestApi(st.root, new("Api"), &awsapigateway.RestApiProps{
		RestApiName:   new("stint-" + st.settings.Stage),
		EndpointTypes: &[]awsapigateway.EndpointType{awsapigateway.EndpointType_REGIONAL},
		// Every body is binary, so that it arrives byte for byte. Otherwise the
		// gateway would replace invalid UTF-8 before the functions could refuse it.
		BinaryMediaTypes:          stringPointers([]string{"*/*"}),
		CloudWatchRole:            new(false),
		DisableExecuteApiEndpoint: new(st.settings.Domain != ""),
		DeployOptions: &awsapigateway.StageOptions{
			StageName:            new(st.settings.Stage),
			ThrottlingRateLimit:  new(st.settings.Throttle.PerSecond),
			ThrottlingBurstLimit: new(float64(st.settings.Throttle.Burst)),
			MethodOptions:        st.methodThrottles(),
			TracingEnabled:       new(false), // a trace of the gateway holds the path, which may contain a token; functions are traced
		},
	})
	if st.settings.AccessLogs {
		st.addAccessLogs(api)
	}
	if st.settings.Firewall {
		st.addFirewall(api)
	}
	st.publicURL = st.baseURL(api)
	st.addGatewayResponses(api)
	return api
}

// baseURL is the base of all links. It refers to the API and not to the stage.
// The stage depends on all functions, so the functions could not have its URL in
// their settings.
func (st *stack) baseURL(api awsapigateway.RestApi) string {
	s := st.settings
	if s.Domain == "" {
		return fmt.Sprintf("https://%s.execute-api.%s.%s/%s", *api.RestApiId(), *st.root.Region(), *st.root.UrlSuffix(), s.Stage)
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

// addRoutes connects every path to the function of its family, and all other
// paths to the fallback function.
func (st *stack) addRoutes(api awsapigateway.RestApi, lambdas map[string]awslambda.Function) {
	for _, f := range st.families {
		to := awsapigateway.NewLambdaIntegration(lambdas[f.Name], &awsapigateway.LambdaIntegrationOptions{
			ScopePermissionToMethod: new(false), // one permission per function, not two per method
		})
		seen := map[string]bool{}
		for _, spec := range f.Routes {
			resource := api.Root().ResourceForPath(new(gatewayPath(spec.Path)))
			if !seen[spec.Path] {
				resource.AddMethod(new("ANY"), to, nil)
				seen[spec.Path] = true
			}
			if hasOwnMethod(spec) {
				resource.AddMethod(new(spec.Method), to, nil)
			}
		}
		if f.Name == functions.Fallback {
			api.Root().AddMethod(new("ANY"), to, nil)
			api.Root().AddResource(new("{proxy+}"), nil).AddMethod(new("ANY"), to, nil)
		}
	}
}

// hasOwnMethod reports whether a route needs a method in addition to the ANY of
// its path. Every path has ANY, because the gateway would answer an undeclared method
// itself, with an error about signatures. The function answers 405 and preflights.
// A route needs its own method only for a throttle. Declaring all methods would
// change nothing and take about a hundred of the stack's 500 resources.
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
