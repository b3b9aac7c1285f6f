package tools

var whoAmI = declaration{"who_am_i", "Who am I",
	"Says for which person, in which workspace and with which access the tools act, and what time it is there.", reads}

type nothing struct{}

// Identity is the person and the workspace that the tools act for.
type Identity struct {
	UserID      string `json:"user_id"`
	Name        Text   `json:"name"`
	WorkspaceID string `json:"workspace_id"`
	Workspace   Text   `json:"workspace"`
	Role        string `json:"role" jsonschema:"owner, admin, user or analyst"`
	Access      string `json:"access,omitempty" jsonschema:"read, time or full: how much of the role the credential has"`
	Timezone    string `json:"timezone" jsonschema:"IANA name"`
	Now         string `json:"now"`
}

// sentIdentity is the identity as the API shows it.
type sentIdentity struct {
	User struct {
		ID   string `json:"id"`
		Name string `json:"display_name"`
	} `json:"user"`
	Workspace struct{ ID, Name, Role string } `json:"workspace"`
	APIKey    *struct{ Access string }        `json:"api_key"`
	App       *struct{ Access string }        `json:"app"`
}

func (c *call) whoAmI(nothing) (Identity, error) {
	me, err := c.identity()
	if err != nil {
		return Identity{}, err
	}
	if err := c.loadZone(); err != nil {
		return Identity{}, err
	}
	out := Identity{
		UserID: me.User.ID, Name: Text{me.User.Name}, WorkspaceID: me.Workspace.ID, Workspace: Text{me.Workspace.Name},
		Role: me.Workspace.Role, Timezone: c.zone.String(), Now: c.now(),
	}
	switch {
	case me.APIKey != nil:
		out.Access = me.APIKey.Access
	case me.App != nil:
		out.Access = me.App.Access
	}
	return out, nil
}

// identity is who the tools act for, which is read once in a call.
func (c *call) identity() (*sentIdentity, error) {
	if c.me == nil {
		me, err := run[sentIdentity](c, Request{Operation: "api_keys.me"})
		if err != nil {
			return nil, err
		}
		c.me = &me
	}
	return c.me, nil
}
