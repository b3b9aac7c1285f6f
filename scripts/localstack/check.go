package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"stint/internal/apiclient"
)

// neededServices are the services of the template's resources and of the deployment.
var neededServices = []string{"apigateway", "cloudformation", "dynamodb", "dynamodbstreams", "events", "iam", "kms", "lambda", "logs", "s3"}

// checkTimeout bounds the wait for LocalStack's answer.
const checkTimeout = 10 * time.Second

// checkLocalStack checks that LocalStack runs at an endpoint and has the needed
// services.
func checkLocalStack(ctx context.Context, endpoint string) error {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	client := apiclient.Client{Address: endpoint}
	answer, err := client.Do(ctx, apiclient.Call{Method: http.MethodGet, Path: "/_localstack/health"})
	if err != nil {
		return fmt.Errorf("LocalStack does not answer at %s: start it with"+
			" docker run --rm -p 4566:4566 -e PROVIDER_OVERRIDE_APIGATEWAY=next_gen"+
			" -v /var/run/docker.sock:/var/run/docker.sock localstack/localstack:3.8.1 (%w)", endpoint, err)
	}
	var health struct{ Services map[string]string }
	if err := json.Unmarshal(answer.Body, &health); err != nil || health.Services == nil {
		return fmt.Errorf("what answers at %s is not LocalStack", endpoint)
	}
	var missing []string
	for _, name := range neededServices {
		if state := health.Services[name]; !slices.Contains([]string{"available", "running"}, state) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("this LocalStack lacks %s: start it without SERVICES, or with these among them", strings.Join(missing, ", "))
	}
	return nil
}
