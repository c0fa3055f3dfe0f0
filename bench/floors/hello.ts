// The least a server could do to answer at all.
import { app, listen } from './listen.ts'

app.get('/', async () => ({ hello: 'world' }))
await listen()
