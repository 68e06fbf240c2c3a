import { WORK_PRESENCE_SECONDS } from '@saathi/contract/worklist/calls'
import type { WorkItem } from '@saathi/contract/worklist/entities'
import { Link } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { shortDay } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { useIsPageVisible } from '#core/page-visible.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button, buttonClass } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { moreVertical } from '#core/ui/further-icons.ts'
import { chat, check, clock, edit, heart, pair, repeat, user, users } from '#core/ui/icons.ts'
import { useNow } from '#core/use-now.ts'
import { useWorkPresence } from './queries.ts'
import css from './today.module.css'
import { factOf, lateOf, personOf, placeOf, ruleOf, sinceOf, titleOf } from './words.ts'

export type WorkAct = 'contact' | 'assign' | 'snooze'
type WorkRowProps = {
  item: WorkItem
  isCurrent: boolean
  onCurrent: () => void
  onAct: (act: WorkAct) => void
}

/** A worklist row: people, reason, time and main action. The current row also shows other actions and what closes it. */
export function WorkRow({ item, isCurrent, onCurrent, onAct }: WorkRowProps) {
  const t = useText()
  const language = useLanguage()
  const now = useNow()
  const title = titleOf(item, t, language)
  const late = lateOf(item, t, now)
  const isDone = item.closedAt !== null
  return (
    <li className={classNames(isCurrent && css.current)} aria-current={isCurrent || undefined} data-row>
      <Faces item={item} />
      <div className={css.text}>
        <p className={css.title}>
          <b dir="auto">{title}</b>
          <small>{item.programme === title ? '' : item.programme}</small>
        </p>
        <p className={css.why}>
          <b>{factOf(item, t, language, now)}</b> {t(`staff.today.why.${item.rule}`)}
        </p>
        <p className={css.meta}>
          {late ? <span className={css.late}>{late}</span> : <span>{sinceOf(item, t, language)}</span>} · {ruleOf(item, t)}
          {item.owner && <> · {t('staff.today.owner', { name: item.owner.name })}</>}
        </p>
        {item.snoozed && !isDone && (
          <p className={css.meta}>
            {t('staff.today.snoozedUntil', { day: shortDay(item.snoozed.until, language), reason: item.snoozed.reason })}
          </p>
        )}
        {item.readers.length > 0 && (
          <p className={css.readers} role="status">
            {t('staff.today.readers', {
              names: new Intl.ListFormat(language, { type: 'conjunction' }).format(item.readers.map(({ name }) => name)),
              count: item.readers.length,
            })}
          </p>
        )}
      </div>
      {isDone ? (
        <p className={css.meta}>{t('staff.today.solved')}</p>
      ) : (
        <div className={css.cure}>
          <MainAct item={item} isPrimary={isCurrent} onAct={onAct} />
          <IconButton
            icon={moreVertical}
            label={t('staff.today.more', { name: title })}
            aria-expanded={isCurrent}
            data-act="more"
            onClick={onCurrent}
          />
        </div>
      )}
      {isCurrent && !isDone && <Open item={item} title={title} onAct={onAct} />}
    </li>
  )
}

function Faces({ item }: { item: WorkItem }) {
  const [first, second] = item.people
  if (item.subject === 'group' || item.subject === 'programme' || !first)
    return (
      <span className={css.badge} data-subject={item.subject}>
        {item.subject === 'group' ? item.fact.count : <Icon of={users} />}
      </span>
    )
  if (!second) return <Avatar name={first.name} picture={first.picture} size="lg" />
  return (
    <span className={css.faces}>
      <Avatar name={first.name} picture={first.picture} size="sm" />
      <Avatar name={second.name} picture={second.picture} size="sm" />
    </span>
  )
}

/** Like the label of a button: an icon next to the words. */
const LinkLabel = ({ children }: { children: ReactNode }) => <span className={css.linkLabel}>{children}</span>

type ActProps = { item: WorkItem; onAct: (act: WorkAct) => void }

/** The main action of the row. */
function MainAct({ item, isPrimary, onAct }: ActProps & { isPrimary: boolean }) {
  const t = useText()
  const kind = isPrimary ? 'primary' : 'soft'
  const place = placeOf(item)
  const person = personOf(item)
  if (place)
    return (
      <Link to={place.to} search={place.search ?? {}} className={buttonClass({ kind, size: 'sm' })} data-act="cure">
        <LinkLabel>
          <Icon of={check} />
          {t(`staff.today.cure.${item.rule === 'approval_ends' ? 'approval_ends' : 'decision_waits'}`)}
        </LinkLabel>
      </Link>
    )
  if (item.rule === 'pair_ends' && item.mentorship !== null)
    return (
      <Link
        to="/staff/pairs/$mentorshipId"
        params={{ mentorshipId: String(item.mentorship) }}
        className={buttonClass({ kind, size: 'sm' })}
        data-act="cure"
      >
        <LinkLabel>
          <Icon of={heart} />
          {t('staff.today.cure.pair_ends')}
        </LinkLabel>
      </Link>
    )
  if (item.rule === 'mail_refused' && person)
    return (
      <Link
        to="/staff/people/$personId"
        params={{ personId: String(person.id) }}
        className={buttonClass({ kind, size: 'sm' })}
        data-act="cure"
      >
        <LinkLabel>
          <Icon of={edit} />
          {t('staff.today.cure.mail_refused')}
        </LinkLabel>
      </Link>
    )
  return (
    <Button kind={kind} size="sm" data-act="cure" onClick={() => onAct('contact')}>
      <Icon of={chat} />
      {t('staff.today.cure.talk', { name: person?.firstName ?? '' })}
    </Button>
  )
}

const RENEW_MS = (WORK_PRESENCE_SECONDS * 1000) / 2

function Open({ item, title, onAct }: ActProps & { title: string }) {
  const t = useText()
  usePresence(item.id)
  const line = buttonClass({ kind: 'line', size: 'sm' })
  const person = item.people[0]
  return (
    <div className={css.open}>
      <div className={css.acts}>
        {item.people.length > 0 && (
          <Button kind="line" size="sm" data-act="contact" onClick={() => onAct('contact')}>
            <Icon of={edit} />
            {t('staff.contact.note')}
          </Button>
        )}
        {item.mentorship !== null && (
          <Link to="/staff/pairs/$mentorshipId" params={{ mentorshipId: String(item.mentorship) }} className={line}>
            <LinkLabel>
              <Icon of={pair} />
              {t('staff.today.openPair')}
              <span className="sr"> {title}</span>
            </LinkLabel>
          </Link>
        )}
        {item.subject === 'person' && person && (
          <Link to="/staff/people/$personId" params={{ personId: String(person.id) }} className={line}>
            <LinkLabel>
              <Icon of={user} />
              {t('staff.today.openPerson')}
              <span className="sr"> {title}</span>
            </LinkLabel>
          </Link>
        )}
        <Button kind="line" size="sm" data-act="assign" onClick={() => onAct('assign')}>
          <Icon of={repeat} />
          {t('staff.today.assign')}
        </Button>
        <Button kind="line" size="sm" data-act="snooze" onClick={() => onAct('snooze')}>
          <Icon of={clock} />
          {t(item.snoozed ? 'staff.today.wake' : 'staff.today.snooze')}
        </Button>
      </div>
      <p className={css.ends}>{t(`staff.today.ends.${item.rule}`)}</p>
    </div>
  )
}

/** Colleagues see that this row is open here while the page is visible. */
function usePresence(id: number): void {
  const isVisible = useIsPageVisible()
  const setPresence = useWorkPresence(id)
  useEffect(() => {
    if (!isVisible) return undefined
    setPresence(true)
    const renewing = setInterval(() => setPresence(true), RENEW_MS)
    return () => {
      clearInterval(renewing)
      setPresence(false)
    }
  }, [isVisible, setPresence])
}
