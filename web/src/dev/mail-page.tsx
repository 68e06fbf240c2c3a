import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import noResults from '#art/no-results.svg'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { TextInput } from '#core/ui/form/text-input.tsx'
import { DevFrame, DevPending } from './dev-frame.tsx'
import css from './mail-page.module.css'
import { mailQuery } from './queries.ts'
import { indiaTime } from './india-time.ts'

export function MailPage() {
  const t = useText()
  const language = useLanguage()
  const [to, setTo] = useState('')
  const { data, error, isFetching, refetch } = useQuery(mailQuery(useDeferredValue(to).trim()))
  return (
    <DevFrame title={t('dev.mail')} sub={t('dev.mail.sub')}>
      <div className={css.tools}>
        <Field label={t('dev.mail.to')}>
          <TextInput type="search" value={to} onChange={(event) => setTo(event.target.value)} />
        </Field>
        <Button onClick={() => void refetch()}>{t('dev.mail.reload')}</Button>
      </div>
      {!data && <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Card>
          <Empty drawing={noResults} title={t('dev.mail.empty')} text={t('dev.mail.emptyText')} />
        </Card>
      )}
      {data?.map((mail, place) => (
        <Card as="article" key={`${mail.sent_at}${place}`} className={css.mail}>
          {/* In the language of its reader. */}
          <h2 lang="">{mail.subject}</h2>
          <p className={css.meta}>
            {t('dev.mail.heading', { to: mail.to })} · {indiaTime(mail.sent_at, language)}
          </p>
          <pre>{mail.text}</pre>
          {mail.calendar_file !== undefined && (
            <details>
              <summary>{t('dev.mail.calendarFile')}</summary>
              <pre>{mail.calendar_file}</pre>
            </details>
          )}
        </Card>
      ))}
    </DevFrame>
  )
}
