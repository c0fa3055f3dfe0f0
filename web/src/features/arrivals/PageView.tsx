// The pages of a file, as pictures, with the places of what was read. The wheel scrolls; buttons and keys zoom and turn.
import { Button, Group, Skeleton } from '@mantine/core'
import { downloadArrival, getArrivalPage, type Arrival, type ReadValue } from '@talaan/contract/arrivals.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { callBytes } from '../../app/api.ts'
import { Failed } from '../../app/problems.tsx'
import { useScreenKeys } from '../../ui/keys.ts'
import classes from './pages.module.css'
import { fieldWords } from './words.ts'

type Props = {
  arrival: Pick<Arrival, 'id' | 'file'>
  /** Of a PDF; a picture has one page. */
  pictures: number
  fields: readonly ReadValue[]
  /** The field that is looked at: its place is shown. */
  active: ReadValue | undefined
}

const steps = [1, 1.5, 2, 3]

export function PageView({ arrival, pictures, fields, active }: Props) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const whole = useRef<HTMLDivElement>(null)
  const larger = () => setZoom(steps.find((step) => step > zoom) ?? zoom)
  const smaller = () => setZoom(steps.findLast((step) => step < zoom) ?? zoom)
  useScreenKeys('Picture', [
    { keys: '+', does: 'Zoom in', run: larger },
    { keys: '-', does: 'Zoom out', run: smaller },
    { keys: 'r', does: 'Rotate the page', run: () => setTurn((turn + 90) % 360) },
  ])
  useEffect(() => {
    if (active === undefined) return
    const view = whole.current
    const box = view?.querySelector('[data-active]')?.getBoundingClientRect()
    if (!view || box === undefined) return
    // Only the pages move, not what is around them.
    const { left, top, width, height } = view.getBoundingClientRect()
    view.scrollBy(box.left + box.width / 2 - left - width / 2, box.top + box.height / 2 - top - height / 2)
  }, [active, zoom, turn])
  const isPdf = arrival.file.type === 'application/pdf'
  const pages = isPdf ? Array.from({ length: pictures }, (_, at) => at + 1) : [1]
  if (pages.length === 0) return null
  return (
    <div>
      <Group gap={4} mb={8} justify="flex-end">
        <Button size="compact-sm" variant="default" onClick={smaller} disabled={zoom === 1} aria-label="Zoom out">
          −
        </Button>
        <Button size="compact-sm" variant="default" onClick={larger} disabled={zoom === 3} aria-label="Zoom in">
          +
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setTurn((turn + 90) % 360)}>
          Rotate
        </Button>
      </Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.view} ref={whole} tabIndex={0} role="region" aria-label={`Pages of ${arrival.file.name}`}>
        {pages.map((page) => (
          <Page
            key={page}
            arrival={arrival}
            page={page}
            zoom={zoom}
            turn={turn}
            fields={fields.filter(({ evidence }) => evidence.page === page)}
            active={active}
          />
        ))}
      </div>
    </div>
  )
}

type PageProps = Omit<Props, 'pictures'> & { page: number; zoom: number; turn: number }

function Page({ arrival: { id, file }, page, zoom, turn, fields, active }: PageProps) {
  const isPdf = file.type === 'application/pdf'
  const query = useQuery({
    queryKey: [getArrivalPage.name, id, page],
    queryFn: async ({ signal }) =>
      isPdf
        ? (await callBytes(getArrivalPage, { params: { arrivalId: id, page: String(page) }, signal })).blob
        : (await callBytes(downloadArrival, { params: { arrivalId: id }, signal })).blob,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const blob = query.data
  const [url, setUrl] = useState<string>()
  const [size, setSize] = useState({ width: 3, height: 4 })
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (url === undefined) return <Skeleton h={480} />
  const ratio = size.width / size.height
  const lies = turn % 180 !== 0
  return (
    <div className={classes.frame} style={{ width: `${zoom * 100}%`, aspectRatio: lies ? 1 / ratio : ratio }}>
      <div
        className={classes.page}
        style={{
          width: lies ? `${ratio * 100}%` : '100%',
          aspectRatio: ratio,
          transform: `translate(-50%, -50%) rotate(${turn}deg)`,
        }}
      >
        <img
          src={url}
          alt={`Page ${page} of ${file.name}`}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
        />
        {fields.map((field) => (
          <span
            key={field.name}
            className={classes.place}
            data-active={field === active || undefined}
            data-grade={field.grade}
            style={boxOf(field)}
            title={fieldWords[field.name]}
          />
        ))}
      </div>
    </div>
  )
}

const percent = (of: number): string => `${of * 100}%`

const boxOf = ({ evidence: { x0, y0, x1, y1 } }: ReadValue): CSSProperties => ({
  left: percent(x0 - 0.004),
  top: percent(y0 - 0.003),
  width: percent(x1 - x0 + 0.008),
  height: percent(y1 - y0 + 0.006),
})
