package account

import (
	"context"
	"time"

	"stint/shared/auth/token"
	"stint/shared/domain"
	"stint/shared/route"
)

// sessionAnswer is what every way in ends with.
type sessionAnswer struct {
	AccessToken string           `json:"access_token"`
	TokenType   string           `json:"token_type"`
	ExpiresIn   int64            `json:"expires_in"` // seconds
	User        userAnswer       `json:"user"`
	Workspace   *workspaceAnswer `json:"workspace"` // null: none active
}

type workspaceAnswer struct {
	ID   domain.ID   `json:"id"`
	Name domain.Name `json:"name"`
	Role domain.Role `json:"role"`
}

type userAnswer struct {
	ID                domain.ID        `json:"id"`
	Email             domain.Email     `json:"email"`
	EmailVerified     bool             `json:"email_verified"`
	DisplayName       domain.Name      `json:"display_name"`
	PreferredLanguage *domain.Language `json:"preferred_language"`
	CreatedAt         domain.Instant   `json:"created_at"`
	route.Versioned
}

func answerUser(u domain.User) userAnswer {
	answer := userAnswer{
		ID: u.ID, Email: u.Email, EmailVerified: u.EmailVerified, DisplayName: u.DisplayName,
		CreatedAt: u.CreatedAt, Versioned: route.Versioned{Version: u.Version},
	}
	if u.Language != "" {
		answer.PreferredLanguage = &u.Language
	}
	return answer
}

func answerWorkspace(m domain.Membership) *workspaceAnswer {
	return &workspaceAnswer{ID: m.Workspace.ID, Name: m.Workspace.Name, Role: m.Role()}
}

// id is the workspace's id; "" for none.
func (w *workspaceAnswer) id() domain.ID {
	if w == nil {
		return ""
	}
	return w.ID
}

// open hands out the credentials of a session: the access token in the answer,
// the refresh token in a cookie that scripts cannot read.
func (f *Family) open(ctx context.Context, r *route.Request, u domain.User, s domain.Session, in *workspaceAnswer) (sessionAnswer, error) {
	answer, err := f.show(ctx, r, u, s, in, r.Now.Add(token.AccessTTL))
	if err == nil {
		f.desk.SetCookie(r, s)
	}
	return answer, err
}

// show makes the answer with an access token that is good until then.
func (f *Family) show(ctx context.Context, r *route.Request, u domain.User, s domain.Session, in *workspaceAnswer, until time.Time) (sessionAnswer, error) {
	access, err := f.issuer.Issue(ctx, token.Claims{Subject: u.ID, SessionID: s.ID, WorkspaceID: s.WorkspaceID, ExpiresAt: until})
	if err != nil {
		return sessionAnswer{}, err
	}
	return sessionAnswer{
		AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(until.Sub(r.Now.Time) / time.Second),
		User: answerUser(u), Workspace: in,
	}, nil
}
