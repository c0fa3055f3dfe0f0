// Says that the server cannot be reached, what that means, and when the next attempt is. It disappears when the server
// responds.
import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentConnection, watchNetwork, onConnection, tryNow, type Connection } from '../connection.ts'
import classes from './ConnectionBanner.module.css'

export function ConnectionBanner() {
  const connection = useSyncExternalStore(onConnection, currentConnection)
  const [wasDown, setWasDown] = useState(false)
  useEffect(watchNetwork, [])
  if (!connection.up && !wasDown) setWasDown(true)

  return (
    <div className={connection.up ? undefined : classes.banner}>
      <div role="status" className={classes.said}>
        {!connection.up && (
          <>
            <p className={classes.title}>
              {connection.online ? 'Talaan is not responding.' : 'This device is offline.'}
            </p>
            <p>
              Keep this page open. Your entries stay here, and drafts are saved as soon as the connection is back.
              Nothing is recorded until then.
            </p>
          </>
        )}
        {connection.up && wasDown && <VisuallyHidden>The connection is back.</VisuallyHidden>}
      </div>
      {!connection.up && (
        <div className={classes.again}>
          <NextTry connection={connection} />
          <Button variant="default" size="sm" onClick={() => void tryNow()}>
            Try now
          </Button>
        </div>
      )}
    </div>
  )
}

/** Outside the live region: a screen reader should not read a countdown. */
function NextTry({ connection }: { connection: Extract<Connection, { up: false }> }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  const seconds = Math.max(1, Math.ceil((connection.triesAt - now) / 1000))
  return <span className={classes.next}>{connection.trying ? 'Trying now…' : `Trying again in ${seconds} s`}</span>
}
