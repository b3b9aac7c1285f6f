package timesheets

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"stint/shared/domain"
)

// SubmissionClient is a client among the lines of a submission, with the sums of these lines. A line belongs to
// the client that its project had when the clients were set; see WithClients.
type SubmissionClient struct {
	ID      domain.ID   `db:"id,omitempty"`   // "" for lines without a client
	Name    domain.Name `db:"name,omitempty"` // shortened where there are very many clients
	Lines   []int       `db:"l"`              // the numbers of its lines
	Seconds int64       `db:"secs"`
	Amount  int64       `db:"amount"` // minor units of the submission's currency, without lines in other currencies
}

// maxClientNames bounds the names of a submission's clients, in bytes. An item of the table takes 400 KB.
const maxClientNames = 60_000

// WithClients is the submission with the clients of its lines, by name; lines without a client are last. clientOf
// has the client of each project, and names those of the clients.
func (s Submission) WithClients(lines []Line, clientOf map[domain.ID]domain.ID,
	names map[domain.ID]domain.Name) Submission {
	index := map[domain.ID]int{}
	s.Clients = nil
	for _, l := range lines {
		id := clientOf[l.ProjectID]
		i, ok := index[id]
		if !ok {
			i = len(s.Clients)
			index[id] = i
			s.Clients = append(s.Clients, SubmissionClient{ID: id, Name: names[id]})
		}
		c := &s.Clients[i]
		c.Lines = append(c.Lines, l.Number)
		c.Seconds += l.Seconds
		if l.Currency == s.Currency {
			c.Amount += l.Amount
		}
	}
	slices.SortStableFunc(s.Clients, compareClients)
	shortenNames(s.Clients)
	return s
}

// shortenNames cuts the name of each client to its equal share of maxClientNames bytes, and ends a name that was cut
// with an ellipsis.
func shortenNames(clients []SubmissionClient) {
	longest := maxClientNames / max(1, len(clients))
	for i, c := range clients {
		if end := longest; len(c.Name) > end {
			for !utf8.RuneStart(c.Name[end]) {
				end--
			}
			clients[i].Name = c.Name[:end] + "…"
		}
	}
}

// compareClients orders clients by name; lines without a client come last.
func compareClients(a, b SubmissionClient) int {
	if (a.ID == "") != (b.ID == "") {
		return cmp.Compare(b.ID, a.ID)
	}
	return cmp.Or(cmp.Compare(a.Name.Normalize(), b.Name.Normalize()), cmp.Compare(a.ID, b.ID))
}

// LacksClients reports whether the submission was stored without its clients, or a link without what it covers.
// Earlier versions stored neither.
func (s Submission) LacksClients() bool {
	return s.Visible() && (len(s.Clients) == 0 && len(s.Lines) > 0 || slices.ContainsFunc(s.Links, LinkState.lacksScope))
}

func (l LinkState) lacksScope() bool { return l.ClientID == "" && !l.CoversAll }

// WithLinkScopes is the submission whose links say what they cover. clients are those of the links, "" for all lines.
func (s Submission) WithLinkScopes(clients map[domain.ID]domain.ID) Submission {
	s.Links = slices.Clone(s.Links)
	for i, l := range s.Links {
		if l.lacksScope() {
			s.Links[i].ClientID = clients[l.ID]
			s.Links[i].CoversAll = clients[l.ID] == ""
		}
	}
	return s
}

// SameClients reports whether the clients have the same lines in both submissions.
func (s Submission) SameClients(other Submission) bool {
	if len(s.Clients) != len(other.Clients) {
		return false
	}
	for _, c := range s.Clients {
		o, ok := other.ClientOfID(c.ID)
		if !ok || !slices.Equal(c.Lines, o.Lines) {
			return false
		}
	}
	return true
}

// ClientOfID finds one of the submission's clients; "" finds that of lines without a client.
func (s Submission) ClientOfID(id domain.ID) (SubmissionClient, bool) {
	for _, c := range s.Clients {
		if c.ID == id {
			return c, true
		}
	}
	return SubmissionClient{}, false
}

// ClientNameOf is the name of the client of a line; nil without a client.
func (s Submission) ClientNameOf(line int) *domain.Name {
	for _, c := range s.Clients {
		if c.ID != "" && slices.Contains(c.Lines, line) {
			return &c.Name
		}
	}
	return nil
}

// HasFixedClients reports whether the clients of the lines stay as they are, so that no line leaves the signature that
// it is part of: a client can decide, or has decided, since the submission was last reopened.
func (s Submission) HasFixedClients(now domain.Instant) bool {
	return slices.ContainsFunc(s.Links, func(l LinkState) bool {
		return l.Reopens == s.Reopens && (l.Decision != "" || l.Status(s.Reopens, now) == LinkOpen)
	})
}

// ClientDecision is what became of the time of one client.
type ClientDecision struct {
	Client SubmissionClient
	Status ClientStatus // none, pending, approved or rejected
	Link   *LinkState   // the link of the decision, or else the latest open one; nil for the status none
}

// ClientDecisions are the decisions of each client since the submission was last reopened: the latest one by a link
// that covers the client.
func (s Submission) ClientDecisions(now domain.Instant) []ClientDecision {
	all := make([]ClientDecision, len(s.Clients))
	for i, c := range s.Clients {
		all[i] = s.decisionOf(c, now)
	}
	return all
}

func (s Submission) decisionOf(c SubmissionClient, now domain.Instant) ClientDecision {
	d := ClientDecision{Client: c, Status: ClientStatusNone}
	for _, l := range s.Links {
		if l.Reopens != s.Reopens || !l.covers(c.ID) {
			continue // of before the last reopening, or of another client
		}
		switch {
		case l.Decision != "":
			if d.Link == nil || d.Link.Decision == "" || !l.decidedBefore(*d.Link) {
				d.Status, d.Link = ClientStatus(l.Decision), &l
			}
		case l.Status(s.Reopens, now) == LinkOpen && (d.Link == nil || d.Link.Decision == ""):
			d.Status, d.Link = ClientStatusPending, &l
		}
	}
	return d
}

// covers reports whether a decision by the link counts for a client; "" are lines without one.
func (l LinkState) covers(client domain.ID) bool {
	return l.CoversAll || l.ClientID != "" && l.ClientID == client
}

// LinesOfLink lists the lines that one of the submission's links covers.
func (s Submission) LinesOfLink(id domain.ID) (lines []LineState) {
	link, _ := s.Link(id)
	for _, l := range s.Lines {
		if slices.ContainsFunc(s.Clients, func(c SubmissionClient) bool {
			return link.covers(c.ID) && slices.Contains(c.Lines, l.Number)
		}) {
			lines = append(lines, l)
		}
	}
	return lines
}

// decidedBefore orders decisions by the version of the submission that they made. Those stored without one
// come first, in the order of their times.
func (l LinkState) decidedBefore(other LinkState) bool {
	if l.DecisionVersion != other.DecisionVersion {
		return l.DecisionVersion < other.DecisionVersion
	}
	return l.DecidedAt.Before(other.DecidedAt.Time)
}

// DecidedLinks are the links with a decision since the submission was last reopened, oldest first.
func (s Submission) DecidedLinks() []LinkState {
	return slices.DeleteFunc(slices.Clone(s.Links), func(l LinkState) bool {
		return l.Decision == "" || l.Reopens != s.Reopens
	})
}

// ClientStatus sums up the decisions since the submission was last reopened: rejected if a client rejected, else
// pending while a link is open, else approved if all clients approved, partial if some did. Lines without a client
// decide only where there are no others.
func (s Submission) ClientStatus(now domain.Instant) ClientStatus {
	counts := map[ClientStatus]int{}
	deciding := s.decidingClients()
	for _, c := range deciding {
		counts[s.decisionOf(c, now).Status]++
	}
	switch {
	case counts[ClientStatusRejected] > 0:
		return ClientStatusRejected
	case slices.ContainsFunc(s.Links, func(l LinkState) bool { return l.Status(s.Reopens, now) == LinkOpen }):
		return ClientStatusPending
	case counts[ClientStatusApproved] == 0:
		return ClientStatusNone
	case counts[ClientStatusApproved] < len(deciding):
		return ClientStatusPartial
	default:
		return ClientStatusApproved
	}
}

// decidingClients are the clients whose decisions make the client status.
func (s Submission) decidingClients() []SubmissionClient {
	named := slices.DeleteFunc(slices.Clone(s.Clients), func(c SubmissionClient) bool { return c.ID == "" })
	if len(named) == 0 {
		return s.Clients
	}
	return named
}

// LinkScope is the time that an event in the history of a submission is about, if the event is about a client link.
type LinkScope struct {
	LinkID     domain.ID       `db:"link"`
	ClientID   domain.ID       `db:"id,omitempty"`   // "" for time without a client, or of several
	ClientName domain.Name     `db:"name,omitempty"` // likewise
	CoversAll  bool            `db:"all,omitempty"`  // whether the link covers every line
	Seconds    int64           `db:"secs"`
	Amount     int64           `db:"amount"` // minor units of Currency, without lines in other currencies
	Currency   domain.Currency `db:"cur"`
}

// ScopeOf is the time that a link covers.
func (s Submission) ScopeOf(l LinkState) LinkScope {
	scope := LinkScope{LinkID: l.ID, ClientID: l.ClientID, CoversAll: l.CoversAll, Currency: s.Currency}
	for _, c := range s.Clients {
		if !l.covers(c.ID) {
			continue
		}
		scope.Seconds += c.Seconds
		scope.Amount += c.Amount
		if l.ClientID == c.ID || len(s.Clients) == 1 {
			scope.ClientID, scope.ClientName = c.ID, c.Name
		}
	}
	return scope
}
