import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Field } from '#core/ui/field.tsx'
import { TextArea } from '#core/ui/text-area.tsx'
import { newUuid } from '#core/uuid.ts'
import { DevPending } from './dev-pending.tsx'
import { helpCaseQuery, useAnswerHelp, useCloseHelpCase } from './staff-help-queries.ts'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'

export function StaffHelpCase({ id }: { id: number }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(helpCaseQuery(id))
  const answering = useAnswerHelp(id)
  const closing = useCloseHelpCase(id)
  // Keep the client id until it is sent, so that a retry does not create a second message.
  const [draft, setDraft] = useState({ clientId: newUuid(), body: '' })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (answering.isPending || draft.body.trim() === '') return
    answering.mutate(draft, { onSuccess: () => setDraft({ clientId: newUuid(), body: '' }) })
  }

  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const { personName } = data.case
  const last = data.messages.at(-1)
  return (
    <form className={css.form} onSubmit={handleSubmit} aria-label={t('dev.staff.help.with', { name: personName })}>
      <ul className={css.said}>
        {data.messages.map((message) => (
          <li key={message.id}>
            <b>{message.senderName ?? personName}</b> {message.body}
          </li>
        ))}
      </ul>
      <Field label={t('dev.staff.help.answer')} className={css.wide}>
        <TextArea
          value={draft.body}
          maxLength={HELP_MESSAGE_MAX_LENGTH}
          onChange={({ target }) => setDraft((draftNow) => ({ ...draftNow, body: target.value }))}
        />
      </Field>
      <div className={css.row}>
        <Button type="submit" kind="primary" busy={answering.isPending} busyLabel={t('dev.staff.busy')}>
          {t('dev.staff.help.send')}
        </Button>
        <Button busy={closing.isPending} busyLabel={t('dev.staff.busy')} onClick={() => last && closing.mutate(last.id)}>
          {t('dev.staff.help.close')}
        </Button>
      </div>
      <StaffOutcome action={answering} done={t('dev.staff.help.sent')} />
      <StaffOutcome
        action={closing}
        done={t('dev.staff.done')}
        refusals={{ 'help.new_message': t('dev.staff.help.newMessage') }}
      />
    </form>
  )
}
