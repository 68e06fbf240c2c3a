import { HELP_MESSAGE_MAX_LENGTH } from '@saathi/contract/help/entities'
import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { useSession } from '#core/session.ts'
import { useUnderMaintenance } from '#core/system-status.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { TextArea } from '#core/ui/form/text-input.tsx'
import { newUuid } from '#core/uuid.ts'
import { DevFrame, DevPending } from './dev-frame.tsx'
import { StaffAdd, StaffPeople } from './staff-people.tsx'
import { StaffChat } from './staff-chat.tsx'
import {
  helpCasesQuery,
  helpCaseQuery,
  useAnswerHelp,
  useCloseHelpCase,
  useSignInAsStaff,
  useSetMaintenance,
} from './staff-queries.ts'
import { StaffMentorships } from './staff-mentorships.tsx'
import { StaffOutcome } from './staff-outcome.tsx'
import css from './staff-page.module.css'

/** Buttons for the real staff calls, until staff have their own screens. */
export function StaffPage() {
  const t = useText()
  const signingIn = useSignInAsStaff()
  const isSignedIn = useSession() === 'signedIn' && signingIn.isSuccess
  return (
    <DevFrame title={t('dev.staff')} sub={t('dev.staff.sub')}>
      <Card className={css.card}>
        <StaffOutcome action={signingIn} done={t('dev.staff.entered')} />
        {!isSignedIn && (
          <>
            <p>{t('dev.staff.enterFirst')}</p>
            <Button
              kind="primary"
              busy={signingIn.isPending}
              busyLabel={t('dev.accounts.busy')}
              onClick={() => signingIn.mutate()}
            >
              {t('dev.staff.enter')}
            </Button>
          </>
        )}
      </Card>
      {isSignedIn && (
        <>
          <StaffMaintenance />
          <StaffHelp />
          <StaffMentorships />
          <StaffChat />
          <StaffPeople />
          <StaffAdd />
        </>
      )}
    </DevFrame>
  )
}

function StaffMaintenance() {
  const t = useText()
  const isClosed = useUnderMaintenance()
  const setting = useSetMaintenance()
  return (
    <Card className={css.card} aria-labelledby="staff-maintenance">
      <h2 id="staff-maintenance">{t('dev.staff.maintenance')}</h2>
      <p>{t(isClosed ? 'dev.staff.closed' : 'dev.staff.open')}</p>
      <Button
        kind={isClosed ? 'primary' : 'danger'}
        busy={setting.isPending}
        busyLabel={t('dev.staff.busy')}
        onClick={() => setting.mutate(!isClosed)}
      >
        {t(isClosed ? 'dev.staff.reopen' : 'dev.staff.close')}
      </Button>
      <StaffOutcome action={setting} done={t('dev.staff.told')} />
    </Card>
  )
}

function StaffHelp() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(helpCasesQuery)
  const [chosenId, setChosenId] = useState('')
  if (!data) return <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />
  const chosen = data.cases.find(({ id }) => String(id) === chosenId)
  return (
    <Card className={css.card} aria-labelledby="staff-help">
      <h2 id="staff-help">{t('dev.staff.help')}</h2>
      <p>{t('dev.staff.help.waiting', { count: data.cases.filter(({ isWaiting }) => isWaiting).length })}</p>
      <Field label={t('dev.staff.help.which')} className={css.wide}>
        <Select value={chosen ? chosenId : ''} onChange={(event) => setChosenId(event.target.value)}>
          <option value="">{t('dev.staff.help.none')}</option>
          {data.cases.map(({ id, personName, lastMessage, isUrgent }) => (
            <option key={id} value={id}>
              {`${isUrgent ? t('dev.staff.help.urgent', { name: personName }) : personName} · ${lastMessage}`}
            </option>
          ))}
        </Select>
      </Field>
      <Button busy={isFetching} busyLabel={t('dev.staff.busy')} onClick={() => void refetch()}>
        {t('dev.staff.help.reload')}
      </Button>
      {/* Keyed, so that a draft for one conversation is not sent to the next. */}
      {chosen && <StaffHelpCase key={chosen.id} id={chosen.id} />}
    </Card>
  )
}

function StaffHelpCase({ id }: { id: number }) {
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
