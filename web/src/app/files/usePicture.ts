// Loads a page once as a picture, and returns an address for it.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A page as a picture; its key is unique among all files. */
export type PageSource = { key: readonly unknown[]; load: (signal: AbortSignal) => Promise<Blob> }

export function usePicture(source: PageSource, enabled = true) {
  const query = useQuery({
    queryKey: source.key,
    queryFn: ({ signal }) => source.load(signal),
    enabled,
    staleTime: Infinity,
    gcTime: 60_000,
  })
  const blob = query.data
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return { query, url }
}
