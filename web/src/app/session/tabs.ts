// Communication between the portal's tabs: activity counts for all, a logout ends all, and the last one to close logs out.
import { newId } from '../../ui/newId.ts'

type Word =
  | { says: 'hello'; tab: string }
  | { says: 'here'; tab: string }
  | { says: 'gone'; tab: string }
  | { says: 'active'; at: number }
  | { says: 'stay'; at: number }
  | { says: 'out' }

export type Tabs = {
  active: (at: number) => void
  stay: (at: number) => void
  out: () => void
  leaving: () => void
  isLast: () => boolean
  close: () => void
}

type Listener = { active: (at: number) => void; stay: (at: number) => void; out: () => void }

/** A tab that crashed never says 'gone', so the tabs are polled and those that don't answer are removed. */
const pollTabsMs = 30_000
const answerMs = 3_000

export function joinTabs(listener: Listener): Tabs {
  const me = newId()
  const channel = new BroadcastChannel('talaan')
  let others = new Set<string>()
  let answered = new Set<string>()

  const say = (word: Word) => channel.postMessage(word)
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    switch (data.says) {
      case 'hello':
        seen(data.tab)
        say({ says: 'here', tab: me })
        break
      case 'here':
        seen(data.tab)
        break
      case 'gone':
        others.delete(data.tab)
        answered.delete(data.tab)
        break
      case 'active':
        listener.active(data.at)
        break
      case 'stay':
        listener.stay(data.at)
        break
      case 'out':
        listener.out()
        break
    }
  }
  const seen = (tab: string) => {
    others.add(tab)
    answered.add(tab)
  }

  let strike: ReturnType<typeof setTimeout> | undefined
  const pollTabs = () => {
    answered = new Set()
    say({ says: 'hello', tab: me })
    strike = setTimeout(() => (others = new Set(answered)), answerMs)
  }
  pollTabs()
  const pollTimer = setInterval(pollTabs, pollTabsMs)

  return {
    active: (at) => say({ says: 'active', at }),
    stay: (at) => say({ says: 'stay', at }),
    out: () => say({ says: 'out' }),
    leaving: () => say({ says: 'gone', tab: me }),
    isLast: () => others.size === 0,
    close: () => {
      clearInterval(pollTimer)
      clearTimeout(strike)
      channel.close()
    },
  }
}
