package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2/awsapigateway"
	"github.com/aws/aws-cdk-go/awscdk/v2/awswafv2"
)

// requestsPerAddress is how many requests one address may send in five minutes
// before the firewall refuses it. The service's own limits are far lower on
// sensitive routes. This limit saves the cost of floods.
const requestsPerAddress = 3_000

// signInsPerAddress is how many requests to sign in, register, refresh or reset one
// address may send in five minutes. An office of 500 behind one address stays below it.
const signInsPerAddress = 500

// Values of the setting wafCommonRules: what AWS's common rules do with a request that
// they match.
const (
	commonRulesCount = "count" // they count it, and it passes
	commonRulesBlock = "block" // they refuse it, but for what bodyRules match
)

// bodyRules are the common rules about bodies, which always only count. Descriptions of
// entries may be about markup, paths and addresses, and the service escapes them. It
// has its own limit of the size and answers it with 413.
var bodyRules = []string{"SizeRestrictions_BODY", "CrossSiteScripting_BODY", "GenericLFI_BODY", "GenericRFI_BODY",
	"EC2MetaDataSSRF_BODY"}

// addFirewall puts a web application firewall in front of the API: a limit per
// address and AWS's managed rules against known attacks. The common rules at first
// only count: see docs/running.md. The gateway answers what the firewall refuses
// with 403.
func (st *stack) addFirewall(api awsapigateway.SpecRestApi) {
	acl := awswafv2.NewCfnWebACL(st.root, new("Firewall"), &awswafv2.CfnWebACLProps{
		Scope:            new("REGIONAL"),
		DefaultAction:    &awswafv2.CfnWebACL_DefaultActionProperty{Allow: &awswafv2.CfnWebACL_AllowActionProperty{}},
		VisibilityConfig: visibility("Firewall"),
		Rules: []any{
			&awswafv2.CfnWebACL_RuleProperty{
				Name: new("PerAddress"), Priority: new(0.0), VisibilityConfig: visibility("PerAddress"),
				Action: &awswafv2.CfnWebACL_RuleActionProperty{Block: &awswafv2.CfnWebACL_BlockActionProperty{}},
				Statement: &awswafv2.CfnWebACL_StatementProperty{
					RateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{
						AggregateKeyType: new("IP"), Limit: new(float64(requestsPerAddress))},
				},
			},
			signInRule(st.settings.Stage, 1),
			managedRules("AWSManagedRulesAmazonIpReputationList", 2),
			st.commonRules(3),
			managedRules("AWSManagedRulesKnownBadInputsRuleSet", 4),
		},
	})
	awswafv2.NewCfnWebACLAssociation(st.root, new("FirewallOfStage"), &awswafv2.CfnWebACLAssociationProps{
		ResourceArn: api.DeploymentStage().StageArn(), WebAclArn: acl.AttrArn(),
	})
}

// signInRule limits the requests of one address below /api/auth/, with or without the
// stage in front, so that it cannot use up what the gateway lets through for all.
func signInRule(stage string, priority float64) *awswafv2.CfnWebACL_RuleProperty {
	below := func(path string) map[string]any {
		return map[string]any{"byteMatchStatement": map[string]any{
			"fieldToMatch": map[string]any{"uriPath": map[string]any{}}, "positionalConstraint": "STARTS_WITH",
			"searchString": path, "textTransformations": []any{
				map[string]any{"priority": 0, "type": "URL_DECODE"}, map[string]any{"priority": 1, "type": "NORMALIZE_PATH"},
			},
		}}
	}
	return &awswafv2.CfnWebACL_RuleProperty{
		Name: new("SignInsPerAddress"), Priority: new(priority), VisibilityConfig: visibility("SignInsPerAddress"),
		Action: &awswafv2.CfnWebACL_RuleActionProperty{Block: &awswafv2.CfnWebACL_BlockActionProperty{}},
		Statement: &awswafv2.CfnWebACL_StatementProperty{
			RateBasedStatement: &awswafv2.CfnWebACL_RateBasedStatementProperty{
				AggregateKeyType: new("IP"), Limit: new(float64(signInsPerAddress)),
				ScopeDownStatement: map[string]any{"orStatement": map[string]any{"statements": []any{
					below("/api/auth/"), below("/" + stage + "/api/auth/"),
				}}},
			},
		},
	}
}

// commonRules are AWS's rules against common attacks.
func (st *stack) commonRules(priority float64) *awswafv2.CfnWebACL_RuleProperty {
	rules := managedRules("AWSManagedRulesCommonRuleSet", priority, bodyRules...)
	if st.settings.CommonRules == commonRulesCount {
		rules.OverrideAction = &awswafv2.CfnWebACL_OverrideActionProperty{Count: map[string]any{}}
	}
	return rules
}

// managedRules is one of AWS's managed rule groups. Some of its rules may only
// count.
func managedRules(name string, priority float64, onlyCounted ...string) *awswafv2.CfnWebACL_RuleProperty {
	var overrides []any
	for _, rule := range onlyCounted {
		overrides = append(overrides, &awswafv2.CfnWebACL_RuleActionOverrideProperty{
			Name: new(rule), ActionToUse: &awswafv2.CfnWebACL_RuleActionProperty{
				Count: &awswafv2.CfnWebACL_CountActionProperty{}},
		})
	}
	list := &awswafv2.CfnWebACL_ManagedRuleGroupStatementProperty{VendorName: new("AWS"), Name: new(name)}
	if len(overrides) > 0 {
		list.RuleActionOverrides = overrides
	}
	return &awswafv2.CfnWebACL_RuleProperty{
		Name: new(name), Priority: new(priority), VisibilityConfig: visibility(name),
		OverrideAction: &awswafv2.CfnWebACL_OverrideActionProperty{None: map[string]any{}},
		Statement:      &awswafv2.CfnWebACL_StatementProperty{ManagedRuleGroupStatement: list},
	}
}

func visibility(name string) *awswafv2.CfnWebACL_VisibilityConfigProperty {
	return &awswafv2.CfnWebACL_VisibilityConfigProperty{
		CloudWatchMetricsEnabled: new(true), SampledRequestsEnabled: new(false), MetricName: new(name),
	}
}
