import type { PairChannel, PairFacts, PairMember } from '@saathi/contract/staff/pair-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { useState } from 'react'
import { longDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Field } from '#core/ui/form/field.tsx'
import { Select } from '#core/ui/form/select.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FormDialog, ReasonField } from '../kit/form-dialog.tsx'
import { useEndPair, usePause, useSetChannelMember, useTakeOut } from './queries.ts'

/** Closes the dialog and says that it is done. */
function useDone(onClose: () => void, text: string) {
  return () => {
    onClose()
    showToast({ text })
  }
}

/** Ends a farewell before its time. */
export function EndDialog({ pair: { id }, onClose }: { pair: PairFacts; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const ending = useEndPair(id, useDone(onClose, t('staff.pair.ended')))
  return (
    <FormDialog
      action={ending}
      title={t('staff.pair.farewell.closeNow')}
      text={t('staff.pair.farewell.closeNowText')}
      button={t('staff.pair.farewell.closeNow')}
      isDanger
      onClose={onClose}
      onSubmit={() => ending.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

type LeaveDialogProps = { pair: PairFacts; member: PairMember; onClose: () => void }

export function LeaveDialog({ pair, member, onClose }: LeaveDialogProps) {
  const t = useText()
  const [reason, setReason] = useState('')
  const leaving = useTakeOut(
    { id: pair.id, userId: member.id },
    useDone(onClose, t('staff.pair.left', { name: member.firstName })),
  )
  const mentees = pair.members.filter(({ part, leftAt }) => part === 'mentee' && leftAt === null)
  const endsIt = member.part === 'mentor' || (member.part === 'mentee' && mentees.length < 2)
  const text = endsIt
    ? 'staff.pair.leaveEnds'
    : member.part === 'pair_manager'
      ? 'staff.pair.leaveManager'
      : 'staff.pair.leaveText'
  return (
    <FormDialog
      action={leaving}
      title={t('staff.pair.leaveTitle', { name: member.firstName })}
      text={t(text)}
      button={t('staff.pair.leave')}
      isDanger
      onClose={onClose}
      onSubmit={() => leaving.mutate(reason)}
    >
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

const lengths = [1, 3, 7, 14, 30]

export function PauseDialog({ channel, onClose }: { channel: PairChannel; onClose: () => void }) {
  const t = useText()
  const language = useLanguage()
  const [reason, setReason] = useState('')
  const [days, setDays] = useState(7)
  const isPaused = channel.pausedUntil !== null
  const pausing = usePause(channel.id, useDone(onClose, t(isPaused ? 'staff.pair.resumed' : 'staff.pair.paused')))
  const until = new Date(serverNow() + days * DAY_MS).toISOString()
  return (
    <FormDialog
      action={pausing}
      title={t(isPaused ? 'staff.pair.resumeTitle' : 'staff.pair.pauseTitle')}
      text={t(isPaused ? 'staff.pair.resumeText' : 'staff.pair.pauseText', { names: channel.people.join(', ') })}
      button={t(isPaused ? 'staff.pair.resume' : 'staff.pair.pause')}
      onClose={onClose}
      onSubmit={() => pausing.mutate({ until: isPaused ? null : until, reason })}
    >
      {!isPaused && (
        <Field label={t('staff.pair.howLong')} help={t('staff.pair.pausedUntil', { day: longDay(until, language) })}>
          <Select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {lengths.map((count) => (
              <option key={count} value={count}>
                {t('staff.pair.days', { count })}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/** Takes one member out of a conversation, or puts them back. The mentorship goes on. */
export function ChannelMemberDialog({ channel, onClose }: { channel: PairChannel; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [chosen, setChosen] = useState(channel.members[0]?.id ?? 0)
  const member = channel.members.find(({ id }) => id === chosen)
  const name = member?.firstName ?? ''
  const isActive = member?.isActive ?? true
  const setting = useSetChannelMember(
    channel.id,
    useDone(onClose, t(isActive ? 'staff.pair.tookOut' : 'staff.pair.wasPutBack', { name })),
  )
  return (
    <FormDialog
      action={setting}
      title={t('staff.pair.chatMembersTitle')}
      text={t(isActive ? 'staff.pair.takeOutText' : 'staff.pair.putBackText', { name })}
      button={t(isActive ? 'staff.pair.takeOut' : 'staff.pair.putBack')}
      isDanger={isActive}
      onClose={onClose}
      onSubmit={() => setting.mutate({ personId: chosen, isActive: !isActive, reason })}
    >
      <Field label={t('staff.pair.chatMember')}>
        <Select value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
          {channel.members.map(({ id, firstName, isActive: isIn }) => (
            <option key={id} value={id}>
              {t(isIn ? 'staff.pair.chatIn' : 'staff.pair.chatOut', { name: firstName })}
            </option>
          ))}
        </Select>
      </Field>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}
