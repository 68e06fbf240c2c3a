import * as desk from '@saathi/contract/safety/desk-calls'
import { UNLOCK_MINUTES } from '@saathi/contract/safety/entities'
import type { Case, Unlock } from '@saathi/contract/safety/case-entities'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { lock } from '#core/ui/icons.ts'
import { clockText, CountdownRing, useSecondsUntil } from '#core/ui/progress/countdown.tsx'
import { ReasonField } from '../kit/form-dialog.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import css from './evidence.module.css'
import { MessageLog } from './message-log.tsx'
import { unlockedQuery, useCaseAct } from './queries.ts'
import { useProfileId } from './queue-row.tsx'

type UnlockProps = { case: Case; isMine: boolean }

/** Reading the whole conversation requires a second person's approval, and ends after an hour. */
export function UnlockedConversation({ case: it, isMine }: UnlockProps) {
  const { personId } = useProfileId()
  const open = it.unlocks.find(({ isOpen }) => isOpen)
  if (!open) return isMine ? <RequestAccess caseId={it.id} /> : null
  if (open.agreedBy === null) return <PendingRequest caseId={it.id} unlock={open} />
  const hasAccess = [open.askedBy, open.agreedBy].some((each) => each.personId === personId)
  return hasAccess ? <OpenConversation caseId={it.id} unlock={open} /> : null
}

function RequestAccess({ caseId }: { caseId: number }) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const asking = useCaseAct(desk.askUnlock)

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (!asking.isPending) asking.mutate({ params: { id: caseId }, body: { reason } })
  }

  if (!isAsking) {
    return (
      <Button kind="quiet" size="sm" onClick={() => setAsking(true)}>
        <Icon of={lock} size={16} /> {t('staff.safety.needMore')}
      </Button>
    )
  }
  return (
    <form className={css.form} onSubmit={handleSubmit}>
      <h3>{t('staff.safety.secondKey')}</h3>
      <p className={css.help}>{t('staff.safety.secondKeyHelp')}</p>
      <ReasonField value={reason} onChange={setReason} />
      <RefusalNote error={asking.error} />
      <Button type="submit" kind="primary" busy={asking.isPending} busyLabel={t('staff.busy')}>
        <Icon of={lock} size={17} /> {t('staff.safety.askKey')}
      </Button>
    </form>
  )
}

type OpenUnlock = { caseId: number; unlock: Unlock }

function PendingRequest({ caseId, unlock: { id, reason, askedBy } }: OpenUnlock) {
  const t = useText()
  const { personId } = useProfileId()
  const agreeing = useCaseAct(desk.agreeUnlock)
  const closing = useCaseAct(desk.closeUnlock)
  const isOwn = askedBy.personId === personId
  const input = { params: { id: caseId, unlockId: id }, body: {} }
  return (
    <div className={css.bar}>
      <span>
        <b>{t(isOwn ? 'staff.safety.keyWaits' : 'staff.safety.keyAsked', { name: askedBy.name ?? t('staff.look.former') })}</b>
        <small dir="auto">{t('staff.safety.keyReason', { reason })}</small>
        <RefusalNote error={agreeing.error ?? closing.error} />
      </span>
      {!isOwn && (
        <Button
          kind="primary"
          size="sm"
          busy={agreeing.isPending}
          busyLabel={t('staff.busy')}
          onClick={() => agreeing.mutate(input)}
        >
          {t('staff.safety.turnKey')}
        </Button>
      )}
      <Button kind="line" size="sm" busy={closing.isPending} busyLabel={t('staff.busy')} onClick={() => closing.mutate(input)}>
        {t(isOwn ? 'staff.safety.takeBack' : 'staff.safety.declineKey')}
      </Button>
    </div>
  )
}

function OpenConversation({ caseId, unlock }: OpenUnlock) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const closing = useCaseAct(desk.closeUnlock)
  // The server's clock decides; the page only counts down to the same moment.
  const [deadline] = useState(() => Date.parse(unlock.until ?? '') - serverNow() + Date.now())
  const seconds = useSecondsUntil(deadline)
  const names = { asked: unlock.askedBy.name ?? '', agreed: unlock.agreedBy?.name ?? '' }
  return (
    <div className={css.window}>
      <div className={css.bar}>
        <span>
          <b>{t('staff.safety.twoKeys')}</b>
          <small dir="auto">{t('staff.safety.twoKeysText', { ...names, reason: unlock.reason })}</small>
        </span>
        <span className={css.left} role="timer" aria-live="off">
          <CountdownRing seconds={seconds} of={UNLOCK_MINUTES * 60} />
          {seconds > 0 ? t('staff.safety.closesIn', { time: clockText(seconds) }) : t('staff.safety.keyOver')}
        </span>
        <Button
          kind="line"
          size="sm"
          busy={closing.isPending}
          busyLabel={t('staff.busy')}
          onClick={() => closing.mutate({ params: { id: caseId, unlockId: unlock.id }, body: {} })}
        >
          {t('staff.safety.closeNow')}
        </Button>
      </div>
      <RefusalNote error={closing.error} />
      {isShown && seconds > 0 ? (
        <Conversation caseId={caseId} unlockId={unlock.id} />
      ) : (
        seconds > 0 && (
          <Button kind="soft" size="sm" onClick={() => setShown(true)}>
            {t('staff.safety.readNow')}
          </Button>
        )
      )}
    </div>
  )
}

function Conversation({ caseId, unlockId }: { caseId: number; unlockId: number }) {
  const t = useText()
  const pages = useInfiniteQuery(unlockedQuery(caseId, unlockId))
  return (
    <QueryStates query={pages}>
      {(data) => (
        <>
          {pages.hasPreviousPage && (
            <Button
              kind="quiet"
              size="sm"
              busy={pages.isFetchingPreviousPage}
              busyLabel={t('app.loading')}
              onClick={() => void pages.fetchPreviousPage()}
            >
              {t('staff.safety.showOlder')}
            </Button>
          )}
          <MessageLog messages={data.pages.flatMap(({ messages }) => messages)} />
          {pages.hasNextPage && (
            <Button
              kind="quiet"
              size="sm"
              busy={pages.isFetchingNextPage}
              busyLabel={t('app.loading')}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('staff.safety.showNewer')}
            </Button>
          )}
          <p className={css.help}>{t('staff.safety.noCopy')}</p>
        </>
      )}
    </QueryStates>
  )
}
