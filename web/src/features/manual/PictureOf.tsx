// A picture of the manual in the color scheme of the page. Its space is reserved before the picture loads.
import { useComputedColorScheme } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './manual.module.css'
import { pictureSize, type Picture } from './pictures.ts'

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default', query: '?url' })

/**
 * The browser's own lazy loading fetches pictures two screens ahead, and most readers of a tab do not scroll that far.
 */
const near = { rootMargin: '300px' }

export function PictureOf({ picture: { screen, alt } }: { picture: Picture }) {
  const scheme = useComputedColorScheme('light')
  const { ref, entry } = useIntersection<HTMLImageElement>(near)
  const [isWanted, setWanted] = useState(false)
  if (entry?.isIntersecting && !isWanted) setWanted(true)
  useEffect(() => {
    // When the page is printed, all pictures are shown.
    const print = () => flushSync(() => setWanted(true))
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [])
  return (
    <img
      ref={ref}
      className={classes.picture}
      src={isWanted ? files[`./pictures/${screen}-${scheme}.webp`] : undefined}
      alt={alt}
      decoding="async"
      {...pictureSize}
    />
  )
}
