// Communication between the tabs of the portal: activity in one counts for all, a logout ends all, and the remaining
// tabs are told when one closes.

type Word = { says: 'gone' } | { says: 'active'; at: number } | { says: 'stay'; at: number } | { says: 'out' }

export type Tabs = {
  active: (at: number) => void
  stay: (at: number) => void
  out: () => void
  gone: () => void
  close: () => void
}

type Listener = Omit<Tabs, 'close'>

export function joinTabs(listener: Listener): Tabs {
  const channel = new BroadcastChannel('talaan')
  const say = (word: Word) => channel.postMessage(word)
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    switch (data.says) {
      case 'gone':
        listener.gone()
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
  return {
    active: (at) => say({ says: 'active', at }),
    stay: (at) => say({ says: 'stay', at }),
    out: () => say({ says: 'out' }),
    gone: () => say({ says: 'gone' }),
    close: () => channel.close(),
  }
}
