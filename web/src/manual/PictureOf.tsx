// A picture of the manual in the colours of the page. Its place is kept free before it has come.
import { useComputedColorScheme } from '@mantine/core'
import classes from './manual.module.css'
import { pictureSize, type Picture } from './pictures.ts'

const files = import.meta.glob<string>('./pictures/*.webp', { eager: true, import: 'default', query: '?url' })

export function PictureOf({ picture: { screen, alt } }: { picture: Picture }) {
  const scheme = useComputedColorScheme('light')
  return (
    <img
      className={classes.picture}
      src={files[`./pictures/${screen}-${scheme}.webp`]}
      alt={alt}
      loading="lazy"
      decoding="async"
      {...pictureSize}
    />
  )
}
