import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { down } from '#core/ui/icons.ts'
import css from './legal-contents.module.css'
import type { LegalPart } from './legal-parts.ts'

/** Open if it has a separate column; on a phone it would push the text down. */
const hasColumn = () => window.matchMedia('(min-width: 1200px)').matches

export function LegalContents({ parts }: { parts: readonly LegalPart[] }) {
  const t = useText()
  const [isOpen, setOpen] = useState(hasColumn)
  return (
    <details className={css.contents} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('content.contents')}
        <Icon of={down} className={css.arrow} />
      </summary>
      <nav aria-label={t('content.contents')}>
        <ol>
          {parts.map(({ id, title }) => (
            <li key={id}>
              <Link to="." hash={id} activeProps={noMark}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}

/** All links lead to the current page, so none is marked as current. */
const noMark = { 'aria-current': undefined }
