"""E-mail: single messages, and mailboxes of them."""
