import type { UrgentCase } from '@saathi/contract/worklist/entities'
import { Link } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { buttonClass } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { shield } from '#core/ui/icons.ts'
import css from './today.module.css'

/** Urgent safety cases, on top of the page until they are answered; without their content. */
export function UrgentRows({ cases }: { cases: readonly UrgentCase[] }) {
  const t = useText()
  const language = useLanguage()
  return (
    <ul className={css.rows} data-urgent aria-label={t('staff.today.urgent')}>
      {cases.map(({ id, programme, openedAt, takenBy }) => (
        <li key={id}>
          <span className={css.badge} data-subject="urgent">
            <Icon of={shield} />
          </span>
          <div className={css.text}>
            <p className={css.title}>
              <b>{t('staff.today.urgentTitle')}</b>
              <small>{programme}</small>
            </p>
            <p className={css.why}>
              <b>{takenBy === null ? t('staff.today.urgentFree') : t('staff.today.urgentTaken', { name: takenBy })}</b>{' '}
              {t('staff.today.urgentText')}
            </p>
            <p className={css.meta}>
              {dayAndTime(openedAt, language)} · {t('staff.today.urgentRule')}
            </p>
          </div>
          <div className={css.cure}>
            <Link
              to="/staff/safety/$caseId"
              params={{ caseId: String(id) }}
              className={buttonClass({ kind: 'soft', size: 'sm' })}
            >
              {t('staff.today.openCase')}
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
