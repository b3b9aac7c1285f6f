package main

import (
	"github.com/aws/aws-cdk-go/awscdk/v2"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsbackup"
	"github.com/aws/aws-cdk-go/awscdk/v2/awsiam"
)

// backupPolicy is AWS's own policy of the role that makes backups.
const backupPolicy = "service-role/AWSBackupServiceRolePolicyForBackup"

// addBackup makes a backup of the table each night, and a copy of it in a vault of another account or
// region. Point-in-time recovery is in the same account and region as the table, and goes with them.
func (st *stack) addBackup() {
	if st.settings.BackupVault == "" {
		return
	}
	vault := awsbackup.NewCfnBackupVault(st.root, new("BackupVault"), &awsbackup.CfnBackupVaultProps{
		BackupVaultName: new("Stint-" + st.settings.Stage)})
	vault.ApplyRemovalPolicy(awscdk.RemovalPolicy_RETAIN, nil)
	keep := &awsbackup.CfnBackupPlan_LifecycleResourceTypeProperty{DeleteAfterDays: new(float64(st.settings.BackupDays))}
	plan := awsbackup.NewCfnBackupPlan(st.root, new("BackupPlan"), &awsbackup.CfnBackupPlanProps{
		BackupPlan: &awsbackup.CfnBackupPlan_BackupPlanResourceTypeProperty{
			BackupPlanName: new("Stint-" + st.settings.Stage),
			BackupPlanRule: []any{&awsbackup.CfnBackupPlan_BackupRuleResourceTypeProperty{
				RuleName: new("nightly"), TargetBackupVault: vault.Ref(), ScheduleExpression: new("cron(0 3 * * ? *)"),
				Lifecycle: keep,
				CopyActions: []any{&awsbackup.CfnBackupPlan_CopyActionResourceTypeProperty{
					DestinationBackupVaultArn: new(st.settings.BackupVault), Lifecycle: keep,
				}},
			}},
		},
	})
	role := awsiam.NewRole(st.root, new("BackupRole"), &awsiam.RoleProps{
		AssumedBy:       awsiam.NewServicePrincipal(new("backup.amazonaws.com"), nil),
		ManagedPolicies: &[]awsiam.IManagedPolicy{awsiam.ManagedPolicy_FromAwsManagedPolicyName(new(backupPolicy))},
	})
	awsbackup.NewCfnBackupSelection(st.root, new("BackupSelection"), &awsbackup.CfnBackupSelectionProps{
		BackupPlanId: plan.AttrBackupPlanId(),
		BackupSelection: &awsbackup.CfnBackupSelection_BackupSelectionResourceTypeProperty{
			SelectionName: new("table"), IamRoleArn: role.RoleArn(), Resources: &[]*string{new(st.table.arn)},
		},
	})
}
