// Preloaded, this makes it six minutes later than it is: longer than any process may keep a letter to itself.
const now = Date.now
Date.now = () => now() + 6 * 60_000
