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

// newAPI makes the REST API, without its methods, and settles its address.
func (st *stack) newAPI() awsapigateway.RestApi {
	api := awsapigateway.NewRestApi(st.root, new("Api"), &awsapigateway.RestApiProps{
		RestApiName:   new("stint-" + st.settings.Stage),
		EndpointTypes: &[]awsapigateway.EndpointType{awsapigateway.EndpointType_REGIONAL},
		// Every body is binary: it arrives byte for byte, so that the functions
		// can tell broken UTF-8 from what the gateway would have made of it.
		BinaryMediaTypes:          stringPointers([]string{"*/*"}),
		CloudWatchRole:            new(false),
		DisableExecuteApiEndpoint: new(st.settings.Domain != ""),
		DeployOptions: &awsapigateway.StageOptions{
			StageName:            new(st.settings.Stage),
			ThrottlingRateLimit:  new(st.settings.Throttle.PerSecond),
			ThrottlingBurstLimit: new(float64(st.settings.Throttle.Burst)),
			MethodOptions:        st.methodThrottles(),
			TracingEnabled:       new(st.settings.Tracing),
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

// baseURL is the base of all links. It names the API, which depends on no
// function, and not the stage, which depends on all of them: so the functions
// can be told.
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

// methodThrottles are those of the routes that have one of their own.
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

// addRoutes leads every address to its function: that of its family, or for all
// others the fallback's.
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

// hasOwnMethod reports whether a route needs more than the ANY that its path has
// anyway. Every path has one, since the gateway would answer a method that is
// not declared by itself, as an error about signatures: the function knows
// 405, and preflights. Only a throttle is set on methods. Declaring the others
// as well would change nothing and take some hundred of the stack's 500
// resources.
func hasOwnMethod(spec route.Spec) bool { return spec.Throttle != route.Throttle{} }

// gatewayPath is a route's path with its parameters named by position. The
// gateway allows one name only for all parameters below one parent, where the
// routes say {id} here and {projectId} there, and would refuse to rename one
// later. The functions read the path themselves.
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
