package awsclient

// Base is the URL of the service that a client calls.
func (c *ServiceClient) Base() string { return c.base }
