package main

import (
	"strings"
	"testing"
)

// With an address, there is a budget of the month. It mails when most of it is spent, and when the month
// will cost more.
func TestABudgetIsOnByDefault(t *testing.T) {
	tm := fullTemplate(t)
	budget := tm.only(t, "AWS::Budgets::Budget").Properties
	data := budget["Budget"].(map[string]any)
	limit := data["BudgetLimit"].(map[string]any)
	if limit["Amount"] != 50.0 || limit["Unit"] != "USD" || data["TimeUnit"] != "MONTHLY" || data["CostFilters"] != nil {
		t.Errorf("budget %v", data)
	}
	mails := budget["NotificationsWithSubscribers"].([]any)
	for i, want := range []string{"ACTUAL", "FORECASTED"} {
		mail := mails[i].(map[string]any)
		if mail["Notification"].(map[string]any)["NotificationType"] != want ||
			mail["Subscribers"].([]any)[0].(map[string]any)["Address"] != "ops@example.com" {
			t.Errorf("mail %v", mail)
		}
	}
	if n := len(standardTemplate(t).ofType("AWS::Budgets::Budget")); n != 0 {
		t.Errorf("without an address, there are %d budgets", n)
	}
	if n := len(secondTemplate(t).ofType("AWS::Budgets::Budget")); n != 0 {
		t.Errorf("with budget=0, there are %d budgets", n)
	}
}

// With a vault, the table is copied into it each night. The stack's own vault stays when the stack goes.
func TestTheTableIsCopiedIntoAnotherVault(t *testing.T) {
	tm := fullTemplate(t)
	if v := tm.only(t, "AWS::Backup::BackupVault"); v.DeletionPolicy != "Retain" || v.UpdateReplacePolicy != "Retain" {
		t.Errorf("the vault goes with the stack: %+v", v)
	}
	rule := tm.only(t, "AWS::Backup::BackupPlan").Properties["BackupPlan"].(map[string]any)["BackupPlanRule"].([]any)[0]
	copies := rule.(map[string]any)["CopyActions"].([]any)[0].(map[string]any)
	if copies["DestinationBackupVaultArn"] != vaultOfTests ||
		copies["Lifecycle"].(map[string]any)["DeleteAfterDays"] != 90.0 {
		t.Errorf("copy %v", copies)
	}
	selected := tm.only(t, "AWS::Backup::BackupSelection").Properties["BackupSelection"].(map[string]any)["Resources"]
	if got := flatten(t, selected.([]any)[0]); !strings.HasPrefix(got, "{Table") {
		t.Errorf("%s is copied", got)
	}
	if n := len(standardTemplate(t).ofType("AWS::Backup::BackupVault")); n != 0 {
		t.Error("there is a vault by default")
	}
}

func TestWrongVaultsAreRefused(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{"backupVaultArn": "copies", "backupDays": "0", "budget": "-1"} {
		if _, err := readSettings(map[string]any{name: value}); err == nil ||
			!strings.Contains(err.Error(), "setting "+name) {
			t.Errorf("%s=%s: error %v", name, value, err)
		}
	}
}
