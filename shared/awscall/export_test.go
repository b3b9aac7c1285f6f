package awscall

// Base is the URL of the service that a client calls.
func (c *Client) Base() string { return c.base }
