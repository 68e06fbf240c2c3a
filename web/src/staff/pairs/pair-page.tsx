import type { EndingReason } from '@saathi/contract/mentorship/farewell'
import type { PairChannel, PairFacts, PairMember } from '@saathi/contract/staff/pair-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { longDay, shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { heart } from '#core/ui/icons.ts'
import kitCss from '../kit/kit.module.css'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { ReasonGate } from '../people/reason.tsx'
import { ContactDialog } from '../today/contact-dialog.tsx'
import { ChannelMemberDialog, EndDialog, LeaveDialog, PauseDialog } from './acts.tsx'
import { AgreementSection, CheckInsSection } from './course.tsx'
import { FarewellDialog, FarewellSection } from './farewell.tsx'
import css from './pairs.module.css'
import { ProgressBand } from './progress-band.tsx'
import { pairQuery } from './queries.ts'
import { Recordings } from './recordings.tsx'
import { RequestsSection } from './requests.tsx'
import { StepsSection } from './steps.tsx'
import { Calls, Sessions } from './timeline.tsx'
import { Contacts, Meetings, OnTheList, PairNotes } from './work.tsx'

/** One pair or group: facts and counts, never what they write or say. Opening it is recorded with a reason. */
export function PairPage() {
  const t = useText()
  const params: { mentorshipId?: string } = useParams({ strict: false })
  const id = Number(params.mentorshipId) || 0
  return (
    <>
      <p>
        <Link to="/staff/pairs">{t('staff.pair.back')}</Link>
      </p>
      <ReasonGate key={id} title={t('staff.pair.title')}>
        {(reason) => <PairView id={id} reason={reason} />}
      </ReasonGate>
    </>
  )
}

function PairView({ id, reason }: { id: number; reason: string }) {
  const found = useQuery(pairQuery(id, reason))
  return <QueryStates query={found}>{(pair) => <Pair pair={pair} />}</QueryStates>
}

type Act =
  | { kind: 'end' }
  | { kind: 'farewell'; why: EndingReason | null }
  | { kind: 'contact' }
  | { kind: 'leave'; member: PairMember }
  | { kind: 'pause'; channel: PairChannel }
  | { kind: 'channel'; channel: PairChannel }

function Pair({ pair }: { pair: PairFacts }) {
  const t = useText()
  const language = useLanguage()
  const [act, setAct] = useState<Act | null>(null)
  const onClose = () => setAct(null)
  const { members, programme, startedAt, endedAt, canManage, canPause, canSeeRecordings, channels, work } = pair
  const shown = members.filter(({ part, leftAt }) => part !== 'pair_manager' && (leftAt === null || endedAt !== null))
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(shown.map(({ firstName }) => firstName))
  const { farewell } = pair.course
  const isParting = farewell !== null && farewell.closedAt === null
  const main = channels.find(({ kind }) => kind !== 'direct')
  return (
    <>
      <PageHead
        title={names}
        text={[
          programme.name,
          t('staff.pair.since', { day: longDay(startedAt, language) }),
          ...(endedAt ? [t('staff.pairs.endedOn', { day: longDay(endedAt, language) })] : []),
        ].join(' · ')}
        actions={
          endedAt === null && (
            <>
              {canPause && main && (
                <Button kind="line" onClick={() => setAct({ kind: 'pause', channel: main })}>
                  {t(main.pausedUntil ? 'staff.pair.resume' : 'staff.pair.pause')}
                </Button>
              )}
              {canManage && !isParting && (
                <Button kind="line" onClick={() => setAct({ kind: 'farewell', why: null })}>
                  <Icon of={heart} />
                  {t('staff.pair.farewell')}
                </Button>
              )}
              {work && (
                <Button kind="primary" onClick={() => setAct({ kind: 'contact' })}>
                  {t('staff.contact.note')}
                </Button>
              )}
            </>
          )
        }
      />
      <ProgressBand pair={pair} />
      {farewell && <FarewellSection pair={pair} farewell={farewell} onEnd={() => setAct({ kind: 'end' })} />}
      {work && <OnTheList items={work.items} />}
      <div className={css.columns}>
        <div className={css.column}>
          <RequestsSection pair={pair} onFarewell={canManage && !isParting ? (why) => setAct({ kind: 'farewell', why }) : null} />
          {work && <Meetings pair={pair} work={work} />}
          {work && <Contacts work={work} />}
          {work && <PairNotes pairId={pair.id} notes={work.notes} />}
          <Sessions pair={pair} />
          <Calls pair={pair} />
          <CheckInsSection pair={pair} />
          {canSeeRecordings && (
            <Section title={t('staff.recordings.title')}>
              <Recordings mentorship={pair.id} />
            </Section>
          )}
        </div>
        <div className={css.column}>
          <StepsSection pair={pair} />
          <AgreementSection pair={pair} />
          <Section title={t('staff.pair.members')}>
            <ul className={css.members}>
              {members.map((member) => (
                <Member
                  key={member.id}
                  member={member}
                  onLeave={canManage && endedAt === null ? () => setAct({ kind: 'leave', member }) : null}
                />
              ))}
            </ul>
          </Section>
          <Section title={t('staff.pair.channels')}>
            <p className={css.hint}>{t('staff.person.countsOnly')}</p>
            <ul className={css.members}>
              {channels.map((channel) => (
                <Channel
                  key={channel.id}
                  channel={channel}
                  onPause={canPause && endedAt === null ? () => setAct({ kind: 'pause', channel }) : null}
                  onMembers={canPause && endedAt === null ? () => setAct({ kind: 'channel', channel }) : null}
                />
              ))}
            </ul>
          </Section>
        </div>
      </div>
      {act?.kind === 'contact' && work && <ContactDialog people={work.people} onClose={onClose} />}
      {act?.kind === 'farewell' && <FarewellDialog pair={pair} first={act.why} onClose={onClose} />}
      {act?.kind === 'end' && <EndDialog pair={pair} onClose={onClose} />}
      {act?.kind === 'leave' && <LeaveDialog pair={pair} member={act.member} onClose={onClose} />}
      {act?.kind === 'channel' && <ChannelMemberDialog channel={act.channel} onClose={onClose} />}
      {act?.kind === 'pause' && <PauseDialog channel={act.channel} onClose={onClose} />}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2>{title}</h2>
      {children}
    </Card>
  )
}

function Member({ member, onLeave }: { member: PairMember; onLeave: (() => void) | null }) {
  const t = useText()
  const language = useLanguage()
  const { id, name, firstName, picture, part, leftAt, lastSeenAt } = member
  const facts = [
    t(`staff.pair.part.${part}`),
    leftAt !== null
      ? t('staff.pair.leftOn', { day: shortDay(leftAt, language) })
      : lastSeenAt && t('staff.pair.seenOn', { day: shortDay(lastSeenAt, language) }),
  ]
  const person = (
    <span className={kitCss.person}>
      <Avatar name={name} picture={picture} size="sm" />
      <span>
        <b dir="auto">{name}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </span>
  )
  return (
    <li>
      {part === 'pair_manager' ? (
        person
      ) : (
        <Link to="/staff/people/$personId" params={{ personId: String(id) }} className={css.name}>
          {person}
        </Link>
      )}
      {onLeave && leftAt === null && (
        <Button size="sm" kind="quiet" aria-label={t('staff.pair.leaveTitle', { name: firstName })} onClick={onLeave}>
          {t('staff.pair.leave')}
        </Button>
      )}
    </li>
  )
}

type ChannelProps = { channel: PairChannel; onPause: (() => void) | null; onMembers: (() => void) | null }

function Channel({ channel, onPause, onMembers }: ChannelProps) {
  const t = useText()
  const language = useLanguage()
  const { kind, people, members, messageCount, lastMessageAt, pausedUntil } = channel
  const names = people.join(', ')
  const out = members.filter(({ isActive }) => !isActive).map(({ firstName }) => firstName)
  const facts = [
    t('staff.pair.messages', { count: messageCount }),
    lastMessageAt && t('staff.pair.lastOn', { day: shortDay(lastMessageAt, language) }),
  ]
  return (
    <li>
      <span className={css.words}>
        <b dir="auto">{kind === 'group' ? t('staff.pair.everybody') : names}</b>
        <small>{facts.filter(Boolean).join(' · ')}</small>
        {pausedUntil && <Chip tone="warn">{t('staff.pair.pausedUntil', { day: shortDay(pausedUntil, language) })}</Chip>}
        {out.length > 0 && <Chip tone="warn">{t('staff.pair.outOfChat', { names: out.join(', ') })}</Chip>}
      </span>
      {onMembers && members.length > 0 && (
        <Button size="sm" kind="quiet" aria-label={`${t('staff.pair.chatMembers')}: ${names}`} onClick={onMembers}>
          {t('staff.pair.chatMembers')}
        </Button>
      )}
      {onPause && (
        <Button
          size="sm"
          kind="quiet"
          aria-label={`${t(pausedUntil ? 'staff.pair.resume' : 'staff.pair.pause')}: ${names}`}
          onClick={onPause}
        >
          {t(pausedUntil ? 'staff.pair.resume' : 'staff.pair.pause')}
        </Button>
      )}
    </li>
  )
}
