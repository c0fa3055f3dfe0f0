// All changes of the settings: user, time, old and new value.
import { Button, Text } from '@mantine/core'
import { fieldWords, listSettingsChanges } from '@talaan/contract/settings.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { Failed, SkeletonRows } from '../../app/problems.tsx'
import { Late } from '../../ui/Late.tsx'
import { moment } from '../../ui/moment.ts'
import { Head } from './Head.tsx'
import classes from './settings.module.css'

export function ChangesSection() {
  const query = useInfiniteQuery({
    queryKey: [listSettingsChanges.name],
    queryFn: ({ pageParam, signal }) =>
      call(listSettingsChanges, { query: pageParam === null ? {} : { before: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const changes = query.data?.pages.flatMap((page) => page.changes)
  return (
    <>
      <Head section="changes">The log of all changes to settings, newest first. It cannot be edited.</Head>
      {changes === undefined && (
        <div className={classes.body}>
          {query.isError ? (
            <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
          ) : (
            <Late label="Loading">
              <SkeletonRows />
            </Late>
          )}
        </div>
      )}
      {changes?.length === 0 && (
        <div className={classes.body}>
          <Text>No changes since the company was set up.</Text>
        </div>
      )}
      {changes !== undefined && changes.length > 0 && (
        <ol className={classes.changes} aria-label="Changes to settings">
          {changes.map(({ seq, at, by, what, fields }) => (
            <li key={seq}>
              <strong>{what}</strong>{' '}
              <span className={classes.quiet}>
                by {by}, {moment(at)}
              </span>
              <dl>
                {fields.map(({ field, was, now }) => (
                  <div key={field} style={{ display: 'contents' }}>
                    <dt>{fieldWords[field] ?? field}</dt>
                    <dd>
                      {was !== null && (
                        <>
                          <del className={classes.quiet}>{was}</del> →{' '}
                        </>
                      )}
                      {now ?? 'nothing'}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <div className={classes.body}>
          <Button variant="default" onClick={() => void query.fetchNextPage()} loading={query.isFetchingNextPage}>
            Show earlier changes
          </Button>
        </div>
      )}
    </>
  )
}
