// A picture of the manual in the color scheme of the page. Its space is reserved before it loads.
import { useComputedColorScheme } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './manual.module.css'
import { pictureSize, type Picture } from './pictures.ts'

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default', query: '?url' })

/** A browser's own lazy loading fetches pictures two screens ahead; most readers of a tab never get there. */
const near = { rootMargin: '300px' }

export function PictureOf({ picture: { screen, alt } }: { picture: Picture }) {
  const scheme = useComputedColorScheme('light')
  const { ref, entry } = useIntersection<HTMLImageElement>(near)
  const [isWanted, setWanted] = useState(false)
  if (entry?.isIntersecting && !isWanted) setWanted(true)
  useEffect(() => {
    // A print shows all pictures.
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
