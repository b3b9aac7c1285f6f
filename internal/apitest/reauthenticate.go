package apitest

// Reauthenticate makes the user's session fresh again. Tests that move the clock by an
// hour or more need it before an operation that asks for a fresh session.
func (u *User) Reauthenticate() {
	u.t.Helper()
	u.Post("/api/auth/reauthenticate", map[string]any{"password": Password}).OK()
}
