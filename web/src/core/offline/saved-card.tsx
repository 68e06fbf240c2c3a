import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { dataSize } from '../i18n/data-size.ts'
import { useLanguage, useText } from '../i18n/texts.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Note } from '../ui/note.tsx'
import { removeSaved, savedQuery } from './saved.ts'
import css from './saved-card.module.css'

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
