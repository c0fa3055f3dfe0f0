// Preloaded, this makes it six minutes later than it is: longer than any process may hold an e-mail.
const now = Date.now
Date.now = () => now() + 6 * 60_000
