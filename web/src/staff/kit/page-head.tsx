import type { ReactNode } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import css from './kit.module.css'

type PageHeadProps = { title: string; text?: ReactNode; actions?: ReactNode }

/** The title of a page of the console, also in the tab, with at most three actions. */
export function PageHead({ title, text, actions }: PageHeadProps) {
  const t = useText()
  return (
    <div className={css.head}>
      <title>{`${title} · ${t('staff.brand')} · ${t('app.name')}`}</title>
      <div className={css.grow}>
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  )
}
