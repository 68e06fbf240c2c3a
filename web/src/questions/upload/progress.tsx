import { localeOf } from '@saathi/contract/core/message'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import css from './progress.module.css'

type UploadProgressProps = {
  /** From 0 to 1; undefined until the first bytes are sent. */
  fraction: number | undefined
  onCancel: () => void
}

export function UploadProgress({ fraction, onCancel }: UploadProgressProps) {
  const t = useText()
  const locale = localeOf(useLanguage())
  const label = t('questions.sending')
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(fraction ?? 0)
  return (
    <div className={css.progress}>
      <p className={css.words} aria-hidden="true">
        <span>{fraction === 1 ? t('questions.saving') : label}</span>
        <span className={css.share}>{share}</span>
      </p>
      <Thread
        className={css.thread}
        value={(fraction ?? 0) * 100}
        label={label}
        valueText={fraction === 1 ? t('questions.saving') : share}
      />
      <Button kind="line" size="sm" className={css.cancel} onClick={onCancel}>
        {t('questions.cancel')}
      </Button>
    </div>
  )
}
