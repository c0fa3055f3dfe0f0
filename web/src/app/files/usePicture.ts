// A page as a picture: loaded once, with an address for an image.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** One page as a picture; its key identifies it among all files. */
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
