import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useId } from 'react'
import { dataSize } from '../i18n/data-size.ts'
import { useLanguage, useText } from '../i18n/texts.tsx'
import { personNow } from '../network/token.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { writeChangedQueries } from './persist-queries.ts'
import { isAnyEntry } from './rules.ts'
import css from './saved-card.module.css'
import { readEntries, removeEntries } from './store.ts'

/** Card on the profile page. */
export function SavedCard() {
  const t = useText()
  const language = useLanguage()
  const titleId = useId()
  const client = useQueryClient()
  const { data: saved, isPending } = useQuery(savedQuery)
  const removing = useMutation({
    mutationKey: ['offline', 'remove'],
    mutationFn: removeSaved,
    onSettled: () => client.invalidateQueries({ queryKey: savedQuery.queryKey }),
  })

  function statusText(): string {
    if (isPending) return t('offline.saved.looking')
    if (!saved) return t('offline.saved.cannot')
    if (removing.isSuccess) return t('offline.saved.removed')
    return saved.bytes === 0 ? t('offline.saved.none') : t('offline.saved.size', { size: dataSize(saved.bytes, language) })
  }

  return (
    <Card className={css.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t('offline.saved')}</h2>
        <p className={css.sub}>{t('offline.saved.text')}</p>
      </div>
      <p role="status">{statusText()}</p>
      {/* The button stays when nothing is left, so that keyboard focus is not lost. */}
      {saved && (
        <Button
          kind="line"
          busy={removing.isPending}
          busyLabel={t('offline.saved.removing')}
          onClick={() => !removing.isPending && removing.mutate()}
        >
          {t('offline.saved.remove')}
        </Button>
      )}
      {removing.isError && (
        <Note tone="bad" live="alert">
          {t('offline.saved.failed')}
        </Note>
      )}
    </Card>
  )
}

/** Same name as in the service worker. */
const picturesCache = 'saathi-pictures'

/** Null if this browser has no storage. */
async function bytesOfPages(person: number): Promise<number | null> {
  const entries = await readEntries('kept', person, isAnyEntry)
  return entries && entries.reduce((bytes, entry) => bytes + new Blob([JSON.stringify(entry)]).size, 0)
}

async function bytesOfPictures(): Promise<number> {
  if (!('caches' in window) || !(await caches.has(picturesCache))) return 0
  const cache = await caches.open(picturesCache)
  const pictures = await Promise.all((await cache.keys()).map((request) => cache.match(request)))
  return pictures.reduce((bytes, picture) => bytes + Number(picture?.headers.get('content-length') ?? 0), 0)
}

/** Bytes stored on this device for the signed-in person. */
async function measureSaved(): Promise<{ bytes: number } | null> {
  await writeChangedQueries()
  const pages = await bytesOfPages(personNow() ?? 0)
  return pages === null ? null : { bytes: pages + (await bytesOfPictures().catch(() => 0)) }
}

const savedQuery = queryOptions({ queryKey: ['offline', 'saved'], queryFn: measureSaved, staleTime: 0 })

/** Does not touch the outbox. */
async function removeSaved(): Promise<void> {
  await writeChangedQueries()
  const isRemoved = await removeEntries('kept', personNow() ?? 0)
  if (!isRemoved) throw new Error('Could not remove the saved pages.')
  if ('caches' in window) await caches.delete(picturesCache)
}
