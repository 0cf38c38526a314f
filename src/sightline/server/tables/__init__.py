"""Tables of the web: scenarios that people share by a link, and change together."""
