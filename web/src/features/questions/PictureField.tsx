// The picture of a question. It is chosen, pasted, or taken from a page of an attachment, and cropped to the part that
// the recipient should see.
import { Button, FileInput, NativeSelect, Text } from '@mantine/core'
import {
  downloadAttachment,
  getAttachmentPage,
  listAttachmentPages,
  type Attachment,
} from '@talaan/contract/documents.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'
import { callBytes, sentenceOf, useCall } from '../../app/api.ts'
import { cutBetween, withEdge, wholePicture, type ChosenPicture, type Cut } from './picture.ts'
import classes from './questions.module.css'

type Props = {
  picture: ChosenPicture | null
  files: readonly Attachment[]
  error: string | undefined
  onChange: (picture: ChosenPicture | null) => void
}

export function PictureField({ picture, files, error, onChange }: Props) {
  const show = useMutation({
    mutationFn: async ({ name, load }: { name: string; load: () => Promise<Blob> }) => {
      const image = new Image()
      image.src = URL.createObjectURL(await load())
      await image.decode().catch(() => {
        throw new Error('This file is not a picture that Talaan can show. Choose a JPEG or PNG file.')
      })
      return { name, image, cut: wholePicture }
    },
    onSuccess: onChange,
  })
  const choose = (file: File | null) => {
    if (file === null) onChange(null)
    else show.mutate({ name: file.name || 'picture.png', load: async () => file })
  }
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (file !== undefined) choose(file)
  })
  useEffect(() => {
    document.addEventListener('paste', pasted)
    return () => document.removeEventListener('paste', pasted)
  }, [])
  const problem = show.error === null ? error : show.error.message
  return (
    <div className={classes.stack}>
      <FileInput
        label="Picture (optional)"
        description="Choose a file, or paste a screenshot with Ctrl V."
        accept="image/jpeg,image/png"
        clearable
        value={null}
        placeholder={picture?.name ?? 'Choose a picture'}
        error={problem}
        onChange={choose}
      />
      {files.length > 0 && <FromAttachments files={files} onShow={show.mutate} />}
      {picture !== null && (
        <>
          <Part picture={picture} onCut={(cut) => onChange({ ...picture, cut })} />
          <div>
            <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
              Remove picture
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

type FromProps = { files: readonly Attachment[]; onShow: (shown: { name: string; load: () => Promise<Blob> }) => void }

/** A picture is shown as it is, a PDF page by page. */
function FromAttachments({ files, onShow }: FromProps) {
  const [id, setId] = useState('')
  const file = files.find((each) => each.id === id)
  const isPdf = file?.type === 'application/pdf'
  const query = useCall(listAttachmentPages, { params: { attachmentId: id } }, { enabled: isPdf })
  const showPage = (of: Attachment, page: string) =>
    onShow({
      name: of.name,
      load: async () => (await callBytes(getAttachmentPage, { params: { attachmentId: of.id, page } })).blob,
    })
  const choose = (chosen: string) => {
    setId(chosen)
    const next = files.find((each) => each.id === chosen)
    if (next === undefined) return
    if (next.type === 'application/pdf') showPage(next, '1')
    else
      onShow({
        name: next.name,
        load: async () => (await callBytes(downloadAttachment, { params: { attachmentId: next.id } })).blob,
      })
  }
  return (
    <>
      <NativeSelect
        label="From an attachment (optional)"
        value={id}
        data={[{ value: '', label: 'None' }, ...files.map((each) => ({ value: each.id, label: each.name }))]}
        error={query.error ? sentenceOf(query.error) : undefined}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {file !== undefined && isPdf && (query.data?.pages ?? 1) > 1 && (
        <NativeSelect
          label="Page"
          data={Array.from({ length: query.data?.pages ?? 1 }, (_, at) => String(at + 1))}
          onChange={(event) => showPage(file, event.currentTarget.value)}
        />
      )}
    </>
  )
}

const edges = { left: 'Left edge', right: 'Right edge', top: 'Top edge', bottom: 'Bottom edge' } as const

/** The user drags over the picture to choose the part, or moves its edges with the keyboard. */
function Part({ picture: { image, cut }, onCut }: { picture: ChosenPicture; onCut: (cut: Cut) => void }) {
  const start = useRef<{ x: number; y: number }>(null)
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLDivElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
  }
  return (
    <>
      <div
        className={classes.picture}
        onPointerDown={(event) => {
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          start.current = pointOf(event)
        }}
        onPointerMove={(event) => {
          if (start.current !== null) onCut(cutBetween(start.current, pointOf(event)))
        }}
        onPointerUp={() => (start.current = null)}
        onPointerCancel={() => (start.current = null)}
      >
        <img src={image.src} alt="Selected file" draggable={false} />
        <div
          className={classes.part}
          style={{
            inset: `${cut.top}% ${100 - cut.right}% ${100 - cut.bottom}% ${cut.left}%`,
          }}
        />
      </div>
      <Text size="sm">Only the bright part is sent. Drag over the picture to choose it, or move its edges.</Text>
      <div className={classes.edges}>
        {Object.entries(edges).map(([edge, label]) => (
          <label key={edge}>
            {label}
            <input
              type="range"
              min={0}
              max={100}
              value={cut[edge as keyof Cut]}
              aria-valuetext={`${cut[edge as keyof Cut]} %`}
              onChange={(event) => onCut(withEdge(cut, edge as keyof Cut, Number(event.currentTarget.value)))}
            />
          </label>
        ))}
      </div>
    </>
  )
}
