import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import css from './matching.module.css'

type PagerProps = { page: number; hasNextPage: boolean; onPage: (changes: { page: string }) => void }

export function Pager({ page, hasNextPage, onPage }: PagerProps) {
  const t = useText()
  if (page === 1 && !hasNextPage) return null
  return (
    <p className={css.pager}>
      {page > 1 && (
        <Button size="sm" kind="line" onClick={() => onPage({ page: page > 2 ? String(page - 1) : '' })}>
          {t('staff.previous')}
        </Button>
      )}
      {hasNextPage && (
        <Button size="sm" kind="line" onClick={() => onPage({ page: String(page + 1) })}>
          {t('staff.next')}
        </Button>
      )}
    </p>
  )
}
