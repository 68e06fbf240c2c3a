import type { SessionCard } from '@saathi/contract/learning/entities'
import { SESSIONS_TO_UNLOCK } from '@saathi/contract/accounts/unlock'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import unlockDrawing from '#art/unlock-mentorship.svg'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Thread } from '#core/ui/thread.tsx'
import { sessionsQuery } from './queries.ts'
import css from './status-card.module.css'
import type { Goal, Unlock } from './unlock.ts'

const goalPages = { mentorship: '/mentorship', internship: '/internship' } as const

/** Whether mentorship or internship is open yet, and the next action towards it. */
export function StatusCard({ unlock }: { unlock: Unlock }) {
  const t = useText()
  const { goal, completed, remaining, isOpen } = unlock
  if (goal === 'none') return null
  const state = isOpen ? 'open' : remaining === 0 ? 'done' : 'soon'
  return (
    <Card className={css.card} aria-labelledby="hub-status">
      <img src={unlockDrawing} alt="" width={190} height={142} />
      <h2 id="hub-status">{t(`learning.status.${goal}.${state}`)}</h2>
      <p className={css.text}>{t(`learning.status.${goal}.${state}Text`, { remaining })}</p>
      {!isOpen && (
        <Thread
          value={(Math.min(completed, SESSIONS_TO_UNLOCK) / SESSIONS_TO_UNLOCK) * 100}
          label={t('learning.status.thread')}
          valueText={t('learning.progress.beads', { completed, total: SESSIONS_TO_UNLOCK })}
        />
      )}
      {isOpen ? <GoLink goal={goal} /> : <NextLink number={completed + 1} />}
    </Card>
  )
}

function GoLink({ goal }: { goal: Exclude<Goal, 'none'> }) {
  const t = useText()
  return <ButtonLink render={<Link to={goalPages[goal]} />}>{t(`learning.status.${goal}.go`)}</ButtonLink>
}

/** Links to the first ongoing session, else the first curated one. */
function NextLink({ number }: { number: number }) {
  const t = useText()
  const ongoing = useQuery(sessionsQuery('ongoing')).data?.[0]
  const curated = useQuery(sessionsQuery('curated')).data?.[0]
  const next: SessionCard | undefined = ongoing ?? curated
  if (!next || number > SESSIONS_TO_UNLOCK) return null
  const link = <Link to="/session/sessionintroduction/$sessionId" params={{ sessionId: String(next.id) }} />
  return <ButtonLink render={link}>{t(ongoing ? 'learning.status.continue' : 'learning.status.start', { number })}</ButtonLink>
}
