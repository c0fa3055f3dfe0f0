// The shortcuts of this screen, the global ones, and the switch for single-letter shortcuts.
import { Modal, Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Switch.css'
import { cards } from '@talaan/contract/cards.ts'
import { globalKeys, keyWords } from '@talaan/contract/keys.ts'
import '../session/modal.ts'
import { useSession } from '../session/session.ts'
import { setImpliedDecimals, useImpliedDecimals } from '../session/impliedDecimals.ts'
import { setLetterKeys, useLetterKeys } from '../session/settings.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { type ScreenKey, useKeysOnScreen } from '../../ui/keys.ts'
import { type Page, placesFor } from './find.ts'
import classes from './KeysOverlay.module.css'

type Props = { opened: boolean; pages: readonly Page[]; onClose: () => void }

export function KeysOverlay({ opened, pages, onClose }: Props) {
  const { clientId, role } = useSession()
  const screens = useKeysOnScreen()
  const letters = useLetterKeys()
  const implied = useImpliedDecimals(clientId)
  const places = placesFor(role, pages, cards).toSorted((a, b) => (a.keys ?? '').localeCompare(b.keys ?? ''))
  const after = (starter: string): ScreenKey[] =>
    places.flatMap(({ keys, title }) => (keys?.startsWith(`${starter} `) ? [{ keys, does: title }] : []))
  return (
    <Modal opened={opened} onClose={onClose} title={keyWords.overlay} size={860}>
      <div className={classes.columns}>
        <div>
          {screens
            .filter(({ keys }) => keys.length > 0)
            .map(({ name, keys }) => (
              <Group key={name} title={name} keys={keys} />
            ))}
          <Group
            title="Everywhere"
            keys={[
              { keys: globalKeys.palette, does: keyWords.palette },
              ...(screens.some(({ keys }) => keys.some((each) => each.keys === globalKeys.find))
                ? []
                : [{ keys: globalKeys.find, does: keyWords.palette }]),
              { keys: globalKeys.undo, does: `${keyWords.undo} (in a field: undo typing)` },
              { keys: globalKeys.help, does: 'Show keyboard shortcuts' },
              { keys: 'Esc', does: 'Close the open window' },
            ]}
          />
          <Switch
            mt="lg"
            label={keyWords.lettersOn}
            description={keyWords.lettersHint}
            checked={letters}
            onChange={(event) => setLetterKeys(event.currentTarget.checked)}
          />
          <Switch
            mt="md"
            label="Type amounts without a decimal point"
            description="In forms, 125050 then means 1,250.50. The setting is saved on this computer and applies to forms that you open from now on."
            checked={implied}
            onChange={(event) => setImpliedDecimals(clientId, event.currentTarget.checked)}
          />
        </div>
        <Group title="Go to a page" keys={after('g')} />
        <Group title="Open a form" keys={after('n')} />
      </div>
    </Modal>
  )
}

function Group({ title, keys }: { title: string; keys: readonly ScreenKey[] }) {
  const letters = useLetterKeys()
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>{title}</h3>
      <dl className={classes.keys}>
        {keys.map(({ keys: pressed, does }) => (
          <div key={pressed} className={classes.row} data-off={(!letters && isLetter(pressed)) || undefined}>
            <dt>{does}</dt>
            <dd>
              <KeyCaps keys={pressed} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The shortcuts that the switch turns on or off. */
const isLetter = (keys: string) => keys.split(' ').every((each) => each.length === 1 && each !== '↓' && each !== '↑')
