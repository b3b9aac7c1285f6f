package config

// Limits bound what one party may use up. A limit of 0 is none.
type Limits struct {
	FailuresPerDay   int // wrong passwords a day and account, from networks that it never signed in from
	MailPerRecipient int // mails of one kind a day and recipient
	MailPerSender    int // mails a day that one user causes
	MailPerWorkspace int // mails a day that the members of a workspace cause
	PerCaller        int // requests a minute of one user, or of one API key
	PerWorkspace     int // requests a minute in one workspace
	Workspaces       int // that one user has made and that exist
	Sessions         int // of one user at a time
	APIKeys          int // valid ones of one user in one workspace
}

// readLimits reads those limits that are settings.
func readLimits(r *reader) Limits {
	return Limits{
		FailuresPerDay:   100,
		MailPerRecipient: int(r.integerOr("LIMIT_MAIL_PER_RECIPIENT", 5, 0)),
		MailPerSender:    int(r.integerOr("LIMIT_MAIL_PER_SENDER", 50, 0)),
		MailPerWorkspace: int(r.integerOr("LIMIT_MAIL_PER_WORKSPACE", 200, 0)),
		PerCaller:        int(r.integerOr("LIMIT_PER_CALLER", 600, 0)),
		PerWorkspace:     int(r.integerOr("LIMIT_PER_WORKSPACE", 6000, 0)),
		Workspaces:       20, Sessions: 50, APIKeys: 50,
	}
}
