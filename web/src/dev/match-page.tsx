import { useQuery } from '@tanstack/react-query'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Note } from '#core/ui/note.tsx'
import type { MatchedProject, MatchOutcome } from './dev-api.ts'
import { DevFrame, DevPending } from './dev-frame.tsx'
import css from './match-page.module.css'
import { matchedProjectsQuery, useRunMatching } from './queries.ts'

export function MatchPage() {
  const t = useText()
  const { data, error, isFetching, refetch } = useQuery(matchedProjectsQuery)
  return (
    <DevFrame title={t('dev.match')} sub={t('dev.match.sub')}>
      {!data && <DevPending error={error} isFetching={isFetching} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Note>{t('dev.match.none')}</Note>}
      {data?.map((project) => (
        <ProjectCard key={project.key} project={project} />
      ))}
    </DevFrame>
  )
}

function ProjectCard({ project: { key, name } }: { project: MatchedProject }) {
  const t = useText()
  const run = useRunMatching()
  return (
    <Card className={css.card}>
      <h2 id={`match-${key}`}>{name}</h2>
      {run.error && (
        <Note tone="bad" live="alert" title={t('dev.failed')}>
          {t(errorTextKey(run.error))}
        </Note>
      )}
      {run.data && <MatchResult outcome={run.data} />}
      <Button
        kind="primary"
        busy={run.isPending}
        busyLabel={t('dev.match.busy')}
        aria-describedby={`match-${key}`}
        onClick={() => run.mutate(key)}
      >
        {t('dev.match.look')}
      </Button>
    </Card>
  )
}

const reasons = {
  no_answer: 'dev.match.noAnswer',
  nobody_fits: 'dev.match.nobodyFits',
  all_taken: 'dev.match.allTaken',
  not_approved: 'dev.match.notApproved',
} as const

function MatchResult({ outcome }: { outcome: MatchOutcome }) {
  const t = useText()
  const { proposal_count: count, left_over_count: left } = outcome
  return (
    <Note tone="ok" live="status" title={t(outcome.needs_review ? 'dev.match.proposed' : 'dev.match.offered', { count })}>
      <ul className={css.list}>
        {outcome.proposals.map(({ mentor, mentee, score }) => (
          <li key={`${mentor} ${mentee}`}>{t('dev.match.pair', { mentor, mentee, score })}</li>
        ))}
      </ul>
      <p>{t('dev.match.leftOver', { count: left })}</p>
      <ul className={css.list}>
        {outcome.left_over.map(({ name, reason, criterion }) => (
          <li key={name}>
            {name}: {t(reasons[reason])} {criterion !== null && <code>{criterion}</code>}
          </li>
        ))}
      </ul>
    </Note>
  )
}
