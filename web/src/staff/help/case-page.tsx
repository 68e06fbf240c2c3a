import { HELP_MESSAGE_MAX_LENGTH, type HelpCase, type HelpColleague, type HelpMessage } from '@saathi/contract/help/entities'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type SubmitEvent } from 'react'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { newUuid } from '#core/uuid.ts'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './help.module.css'
import { CaseState } from './list-page.tsx'
import { Readers, usePresence } from './presence.tsx'
import {
  helpCaseQuery,
  useAnswerHelp,
  useAssignHelpCase,
  useCloseHelpCase,
  useEarlierMessages,
  useLiveInbox,
  useReopenHelpCase,
} from './queries.ts'

/** One conversation: read it, take it or hand it over, answer it, close it and open it again. */
export function HelpCasePage() {
  const t = useText()
  const params: { caseId?: string } = useParams({ strict: false })
  const found = useQuery(helpCaseQuery(Number(params.caseId) || 0))
  useLiveInbox()
  return (
    <>
      <p>
        <Link to="/staff/help">{t('staff.help.back')}</Link>
      </p>
      <QueryStates query={found}>
        {({ case: row, messages, hasEarlier, team, readers }) => (
          <>
            <PageHead title={row.personName} text={t(`profile.role.${row.role}`)} actions={<CaseState row={row} />} />
            <div>
              <CaseBar row={row} team={team} />
              <Readers readers={readers} />
            </div>
            <Card className={css.conversation}>
              {hasEarlier && <EarlierButton caseId={row.id} before={messages[0]?.id ?? 1} />}
              <ol className={css.messages}>
                {messages.map((message) => (
                  <Message key={message.id} message={message} personName={row.personName} />
                ))}
              </ol>
              <AnswerForm key={row.id} caseId={row.id} readUpTo={messages.at(-1)?.id} />
            </Card>
            {row.isClosed ? <ReopenCase caseId={row.id} /> : <CloseCase caseId={row.id} upTo={messages.at(-1)?.id} />}
          </>
        )}
      </QueryStates>
    </>
  )
}

/** A link to the person's page, and the colleague who handles the conversation. */
function CaseBar({ row, team }: { row: HelpCase; team: readonly HelpColleague[] }) {
  const t = useText()
  const { id: me } = useProfile()
  const assigning = useAssignHelpCase(row.id)
  const chosen = assigning.isPending ? assigning.variables : (row.assignee?.personId ?? null)
  const isOnTeam = team.some(({ personId }) => personId === me)
  return (
    <div className={css.bar}>
      <Field label={t('staff.help.assignee')}>
        <Select
          value={chosen === null ? '' : String(chosen)}
          disabled={assigning.isPending}
          onChange={({ target }) => assigning.mutate(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{t('staff.help.nobody')}</option>
          {team.map(({ personId, name }) => (
            <option key={personId} value={personId}>
              {personId === me ? t('staff.help.me', { name }) : name}
            </option>
          ))}
        </Select>
      </Field>
      {row.assignee === null && isOnTeam && (
        <Button kind="soft" busy={assigning.isPending} busyLabel={t('staff.busy')} onClick={() => assigning.mutate(me)}>
          {t('staff.help.take')}
        </Button>
      )}
      <Link to="/staff/people/$personId" params={{ personId: String(row.personId) }} className={css.toPerson}>
        {t('staff.help.toPerson', { name: row.personName })}
      </Link>
      <RefusalNote error={assigning.error} />
    </div>
  )
}

function EarlierButton({ caseId, before }: { caseId: number; before: number }) {
  const t = useText()
  const loading = useEarlierMessages(caseId)
  return (
    <div>
      <RefusalNote error={loading.error} />
      <Button kind="quiet" size="sm" busy={loading.isPending} busyLabel={t('staff.busy')} onClick={() => loading.mutate(before)}>
        {t('staff.help.earlier')}
      </Button>
    </div>
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

/** The id is created with the text, so that pressing twice sends only one message. */
function AnswerForm({ caseId, readUpTo }: { caseId: number; readUpTo: number | undefined }) {
  const t = useText()
  const answering = useAnswerHelp(caseId)
  const [draft, setDraft] = useState({ clientId: newUuid(), body: '' })
  const body = draft.body.trim()
  usePresence(caseId, body !== '')

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!body || answering.isPending) return
    const message = { ...draft, body, ...(readUpTo !== undefined && { readUpTo }) }
    answering.mutate(message, { onSuccess: () => setDraft({ clientId: newUuid(), body: '' }) })
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

function ReopenCase({ caseId }: { caseId: number }) {
  const t = useText()
  const opening = useReopenHelpCase(caseId)
  return (
    <div className={css.close}>
      <Button kind="line" busy={opening.isPending} busyLabel={t('staff.busy')} onClick={() => opening.mutate()}>
        {t('staff.help.reopen')}
      </Button>
      <p>{t('staff.help.reopenHelp')}</p>
      <RefusalNote error={opening.error} />
    </div>
  )
}
