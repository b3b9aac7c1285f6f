package reference

// topicGroup has the topics that belong together, in the order of the contents.
type topicGroup struct {
	Title  string
	Topics []topicText
}

// topicText is what the reference says about a tag.
type topicText struct{ Name, Title, Lead string }

// topicGroups are the tags of the document as readers look for them. A tag that is not listed
// is in a last group, with the text of the document.
var topicGroups = []topicGroup{
	{"Time", []topicText{
		{"timers", "Timers", "Start, switch and stop the one timer that a person may have running in a workspace."},
		{"entries", "Entries", "Tracked time: list, read, create and change single entries, or write up to 100 at once."},
		{"reports", "Reports", "Sum up tracked time by person, client, project, task, tag or day, and export it as a file."},
		{"tracker", "Suggestions", "What a person may want to track time to next, from what they tracked before."},
	}},
	{"Projects", []topicText{
		{"projects", "Projects", "What time is tracked to, with members, rates and budgets."},
		{"tasks", "Tasks", "The parts of a project that time is tracked to."},
		{"tags", "Tags", "Labels that entries can have."},
		{"clients", "Clients", "The customers of a workspace, to which projects belong."},
	}},
	{"Approval and money", []topicText{
		{"submissions", "Timesheets",
			"People submit their time as timesheets. Managers approve or reject them line by line."},
		{"client_links", "Client links", "Links with which a client signs an approved timesheet without an account."},
		{"approvals", "Client approvals", "Read and sign a timesheet as the client. The token of the client link is the " +
			"credential."},
		{"billing", "Billing", "Currency, rates and rounding of a workspace, and new rates for entries that exist."},
	}},
	{"Integration", []topicText{
		{"changes", "Changes", "The feed of what changed in a workspace, to keep a copy up to date."},
		{"webhooks", "Webhooks", "Addresses that are sent the events of a workspace, with their deliveries."},
		{"calendar", "Calendar", "Connect a person's calendar and read its events."},
	}},
	{"Workspaces and people", []topicText{
		{"workspaces", "Workspaces", "Create, change, delete and restore workspaces, and hand them over."},
		{"members", "Members", "The people of a workspace and their roles."},
		{"invitations", "Invitations", "Invite people by e-mail, and accept or decline an invitation."},
		{"audit_log", "Audit log", "Who changed what in a workspace, and when."},
	}},
	{"Access", []topicText{
		{"account", "Account", "Register, sign in and out, and manage the password, the second factor, the sessions and " +
			"the preferences of one's own account."},
		{"passkeys", "Passkeys", "Sign in without a password, and manage the passkeys of the account."},
		{"api_keys", "API keys", "Keys with which programs act for a person in one workspace."},
		{"apps", "Apps", "Programs of others that act for a person in one workspace, with their consent."},
		{"calendar_feeds", "Calendar feeds", "Addresses with a person's or a project's time, to which calendars subscribe."},
		{"oauth_clients", "Registered apps", "Apps that a workspace registers for its members."},
		{"sso", "Single sign-on", "Sign in through an OpenID Connect provider."},
		{"meta", "Service", "The service itself: its health, its API reference and the meaning of its error codes."},
	}},
}

// group is a group of topics with their operations.
type group struct {
	Title  string
	Topics []*topic
}

// groups lists the tags of the document in their groups.
func (s *site) groups() []group {
	var all []group
	listed := map[string]bool{}
	for _, g := range topicGroups {
		made := group{Title: g.Title}
		for _, text := range g.Topics {
			if s.Document.Tags.Get(text.Name) != nil {
				made.Topics = append(made.Topics, s.topic(text))
				listed[text.Name] = true
			}
		}
		all = append(all, made)
	}
	others := group{Title: "Other"}
	for _, tag := range s.Document.Tags {
		if !listed[tag.Name] {
			others.Topics = append(others.Topics, s.topic(topicText{tag.Name, titleOf(tag.Name), tag.Description}))
		}
	}
	if len(others.Topics) > 0 {
		all = append(all, others)
	}
	return all
}

func (s *site) topic(text topicText) *topic {
	return &topic{topicText: text, Operations: s.operations(callsOf(s.Document, text.Name))}
}
