import { useQueryClient } from '@tanstack/react-query'
import { useText } from '#core/i18n/texts.tsx'
import { openReport } from '#core/report.ts'
import { Button } from '#core/ui/button.tsx'
import { HelplineList } from '#help/public.ts'
import { type Care, careQuery } from '../queries.ts'
import css from './conversation.module.css'

/** Numbers to call after words that may mean danger. The reader decides whether the team learns of it. */
export function CareNote({ channel, care }: { channel: number; care: Care }) {
  const t = useText()
  const client = useQueryClient()
  const close = () => client.setQueryData(careQuery(channel).queryKey, null)
  return (
    <section className={css.care} aria-label={t('chat.care.title')}>
      <p role="status">
        <strong>{t('chat.care.title')}</strong> {t('chat.care.text')}
      </p>
      <HelplineList helplines={care.helplines} />
      <p className={css.careActs}>
        <Button kind="line" size="sm" onClick={() => openReport({ kind: 'own_message', id: String(care.messageId) }, null)}>
          {t('chat.care.tell')}
        </Button>
        <Button kind="quiet" size="sm" onClick={close}>
          {t('chat.care.close')}
        </Button>
      </p>
    </section>
  )
}
