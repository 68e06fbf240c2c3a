import { HELP_MESSAGE_MAX_LENGTH, type HelpMessage } from '@saathi/contract/help/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Field } from '#core/ui/form/field.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { newUuid } from '#core/uuid.ts'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './help.module.css'
import { CaseState } from './list-page.tsx'
import { helpCaseQuery, useAnswerHelp, useCloseHelpCase } from './queries.ts'

/** One conversation: read it, answer it, close it. */
export function HelpCasePage() {
  const t = useText()
  const params: { caseId?: string } = useParams({ strict: false })
  const found = useQuery(helpCaseQuery(Number(params.caseId) || 0))
  return (
    <>
      <p>
        <Link to="/staff/help">{t('staff.help.back')}</Link>
      </p>
      <QueryStates query={found}>
        {({ case: row, messages, hasEarlier }) => (
          <>
            <PageHead title={row.personName} text={t(`profile.role.${row.role}`)} actions={<CaseState row={row} />} />
            <Card className={css.conversation}>
              {hasEarlier && <p className={css.earlier}>{t('staff.help.earlier')}</p>}
              <ol className={css.messages}>
                {messages.map((message) => (
                  <Message key={message.id} message={message} personName={row.personName} />
                ))}
              </ol>
              <AnswerForm caseId={row.id} />
            </Card>
            {!row.isClosed && <CloseCase caseId={row.id} upTo={messages.at(-1)?.id} />}
          </>
        )}
      </QueryStates>
    </>
  )
}

function Message({
  message: { isFromStaff, senderName, body, sentAt },
  personName,
}: {
  message: HelpMessage
  personName: string
}) {
  const t = useText()
  const language = useLanguage()
  return (
    <li className={classNames(css.message, isFromStaff && css.ours)}>
      <b>{isFromStaff ? (senderName ?? t('staff.help.team')) : personName}</b>{' '}
      <time dateTime={sentAt}>{dayAndTime(sentAt, language)}</time>
      <p dir="auto">{body}</p>
    </li>
  )
}

/** The id is made with the text, so that a repeated press sends one message. */
function AnswerForm({ caseId }: { caseId: number }) {
  const t = useText()
  const answering = useAnswerHelp(caseId)
  const [draft, setDraft] = useState({ clientId: newUuid(), body: '' })
  const body = draft.body.trim()

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!body || answering.isPending) return
    answering.mutate({ ...draft, body }, { onSuccess: () => setDraft({ clientId: newUuid(), body: '' }) })
  }

  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <Field label={t('staff.help.answer')} help={t('staff.help.answerHelp')}>
        <TextArea
          value={draft.body}
          maxLength={HELP_MESSAGE_MAX_LENGTH}
          onChange={({ target }) => setDraft({ ...draft, body: target.value })}
        />
      </Field>
      <RefusalNote error={answering.error} />
      <Button type="submit" kind="primary" disabled={!body} busy={answering.isPending} busyLabel={t('staff.busy')}>
        {t('staff.help.send')}
      </Button>
    </form>
  )
}

function CloseCase({ caseId, upTo }: { caseId: number; upTo: number | undefined }) {
  const t = useText()
  const closing = useCloseHelpCase(caseId)
  if (upTo === undefined) return null
  return (
    <div className={css.close}>
      <Button kind="line" busy={closing.isPending} busyLabel={t('staff.busy')} onClick={() => closing.mutate(upTo)}>
        {t('staff.help.close')}
      </Button>
      <p>{t('staff.help.closeHelp')}</p>
      <RefusalNote error={closing.error} />
    </div>
  )
}
