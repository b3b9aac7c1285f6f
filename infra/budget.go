package main

import "github.com/aws/aws-cdk-go/awscdk/v2/awsbudgets"

// Shares of the budget, in percent, at which a mail is sent.
const (
	spentShare    = 80  // of what was spent this month
	expectedShare = 100 // of what the month will cost as AWS expects
)

// addBudget makes a budget of what the account costs in a month. It counts the whole account, because AWS
// counts by tags only after somebody has activated them. It needs an address, and no other alarm.
func (st *stack) addBudget() {
	if st.settings.AlarmMail == "" || st.settings.Budget == 0 {
		return
	}
	awsbudgets.NewCfnBudget(st.root, new("Budget"), &awsbudgets.CfnBudgetProps{
		Budget: &awsbudgets.CfnBudget_BudgetDataProperty{
			BudgetType: new("COST"), TimeUnit: new("MONTHLY"),
			BudgetLimit: &awsbudgets.CfnBudget_SpendProperty{Amount: new(float64(st.settings.Budget)), Unit: new("USD")},
		},
		NotificationsWithSubscribers: []any{
			st.budgetMail("ACTUAL", spentShare), st.budgetMail("FORECASTED", expectedShare),
		},
	})
}

// budgetMail is a mail when what is counted is more than a share of the budget.
func (st *stack) budgetMail(counted string, share float64) *awsbudgets.CfnBudget_NotificationWithSubscribersProperty {
	return &awsbudgets.CfnBudget_NotificationWithSubscribersProperty{
		Notification: &awsbudgets.CfnBudget_NotificationProperty{
			NotificationType: new(counted), ComparisonOperator: new("GREATER_THAN"), Threshold: new(share),
			ThresholdType: new("PERCENTAGE"),
		},
		Subscribers: []any{&awsbudgets.CfnBudget_SubscriberProperty{
			SubscriptionType: new("EMAIL"), Address: new(st.settings.AlarmMail),
		}},
	}
}
