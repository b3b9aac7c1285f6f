package domain

// OperatorAct names what the operator of the service did.
type OperatorAct string

// The acts on an account.
const (
	OperatorDisabled      OperatorAct = "account.disabled"
	OperatorEnabled       OperatorAct = "account.enabled"
	OperatorEndedSessions OperatorAct = "account.sessions_ended"
	OperatorEndedKeys     OperatorAct = "account.keys_ended"
)

// The acts on a workspace.
const (
	OperatorRestored    OperatorAct = "workspace.restored"
	OperatorPurged      OperatorAct = "workspace.purged"
	OperatorExported    OperatorAct = "workspace.exported"
	OperatorBroughtBack OperatorAct = "workspace.brought_back"
)

// LosesRights reports whether the invitations and the undecided client links of the
// account are void after the act.
func (a OperatorAct) LosesRights() bool { return a == OperatorDisabled }
