// A small picture of the first page of a file, loaded when it scrolls into view. The name of the file is next to it.
import { getArrivalThumbnail } from '@talaan/contract/arrivals.ts'
import { useEffect, useRef, useState } from 'react'
import { callBytes } from '../../app/api.ts'
import { usePicture } from '../../app/files/usePicture.ts'
import classes from './arrivals.module.css'

export function Thumbnail({ arrivalId, exists }: { arrivalId: string; exists: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!exists || isSeen || frame.current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [exists, isSeen])
  const { url } = usePicture(
    {
      key: [getArrivalThumbnail.name, arrivalId],
      load: async (signal) => (await callBytes(getArrivalThumbnail, { params: { arrivalId }, signal })).blob,
    },
    exists && isSeen,
  )
  return (
    <div ref={frame} className={classes.thumbnail} {...(!exists && { 'data-none': true })} aria-hidden>
      {url !== undefined && <img src={url} alt="" />}
    </div>
  )
}
