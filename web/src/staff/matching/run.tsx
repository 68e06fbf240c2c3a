import type { FairnessRow, MatchRun } from '@saathi/contract/matching/staff-calls'
import { DAY_MS } from '@saathi/contract/core/time'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { serverNow } from '#core/server-time.ts'
import { Button } from '#core/ui/button.tsx'
import { Card } from '#core/ui/card.tsx'
import { Empty } from '#core/ui/empty.tsx'
import { LoadingBeads } from '#core/ui/loading-beads.tsx'
import { showToast } from '#core/ui/overlay/toast-store.ts'
import { FilterSelect } from '../kit/filter-bar.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { type Column, Table } from '../kit/table.tsx'
import { Changes } from './changes.tsx'
import { LeftOver } from './left-over.tsx'
import css from './matching.module.css'
import { Proposal } from './proposal.tsx'
import { useRun } from './queries.ts'

const daysSince = (time: string): number => Math.max(0, Math.floor((serverNow() - new Date(time).getTime()) / DAY_MS))

/** A trial run shows what would be offered; offers are made only when somebody then confirms them. */
export function Run({ project, onReview }: { project: string | undefined; onReview: () => void }) {
  const t = useText()
  const trial = useRun()
  const [isOffering, setOffering] = useState(false)
  const language = useLanguage()
  // The server sends the reasons in the language of the request.
  const requestedIn = useRef(language)
  function start(of: string) {
    requestedIn.current = language
    trial.mutate({ project: of, dryRun: true })
  }
  const translate = useEffectEvent((reader: string, shown: MatchRun | undefined) => {
    if (shown && requestedIn.current !== reader) start(shown.project)
  })
  useEffect(() => translate(language, trial.data), [language, trial.data])
  if (project === undefined) return <Empty title={t('staff.matching.choose')} text={t('staff.matching.chooseText')} />
  const run = trial.data
  return (
    <div className={css.stack}>
      <div className={css.head}>
        <p className={css.hint}>{t('staff.matching.trialText')}</p>
        <Button
          kind={run ? 'line' : 'primary'}
          busy={trial.isPending}
          busyLabel={t('staff.matching.running')}
          onClick={() => start(project)}
        >
          {t(run ? 'staff.matching.trialAgain' : 'staff.matching.trial')}
        </Button>
      </div>
      <RefusalNote error={trial.error} />
      {trial.isPending && !run && <LoadingBeads label={t('staff.matching.running')} />}
      {run && <RunResult run={run} />}
      {run && run.proposalCount > 0 && (
        <section className={css.bulk} aria-label={t('staff.matching.offer')}>
          <p>
            <b>{t('staff.matching.ready', { count: run.proposalCount })}</b>
            <small>{t('staff.matching.readyText')}</small>
          </p>
          <Button kind="soft" onClick={() => setOffering(true)}>
            {t('staff.matching.offer')}
          </Button>
        </section>
      )}
      {isOffering && <OfferDialog project={project} onClose={() => setOffering(false)} onReview={onReview} />}
    </div>
  )
}

type OfferDialogProps = { project: string; onClose: () => void; onReview: () => void }

function OfferDialog({ project, onClose, onReview }: OfferDialogProps) {
  const t = useText()
  const running = useRun(({ proposalCount }) => {
    onClose()
    showToast({ text: t('staff.matching.offered', { count: proposalCount }) })
    onReview()
  })
  return (
    <FormDialog
      action={running}
      title={t('staff.matching.offer')}
      text={t('staff.matching.offerText')}
      button={t('staff.matching.offer')}
      onClose={onClose}
      onSubmit={() => running.mutate({ project, dryRun: false })}
    />
  )
}

function RunResult({ run }: { run: MatchRun }) {
  const t = useText()
  return (
    <>
      <dl className={css.figures}>
        <Figure
          term={t('staff.matching.mentees')}
          value={run.mentees}
          text={run.waitsSince && t('staff.matching.longest', { count: daysSince(run.waitsSince) })}
        />
        <Figure term={t('staff.matching.proposals')} value={run.proposalCount} tone="ok" text={t('staff.matching.nothingSent')} />
        <Figure term={t('staff.matching.leftOver')} value={run.leftOverCount} tone="warn" text={t('staff.matching.withReason')} />
        <Figure
          term={t('staff.matching.places')}
          value={run.freePlaces}
          text={t('staff.matching.mentors', { count: run.mentors })}
        />
      </dl>
      <div className={css.columns}>
        <div className={css.stack}>
          <Card bare className={css.box}>
            <h2 className={css.boxHead}>{t('staff.matching.proposals')}</h2>
            {run.proposals.length === 0 ? (
              <p className={css.none}>{t('staff.matching.noProposals')}</p>
            ) : (
              <ul className={css.proposals}>
                {run.proposals.map(({ mentee, menteeName, menteeSince, mentor, mentorName, score, compared }) => (
                  <Proposal
                    key={`${mentee} ${mentor}`}
                    mentee={menteeName}
                    menteeText={t('staff.matching.waits', { count: daysSince(menteeSince) })}
                    mentor={mentorName}
                    mentorText={t('staff.matching.score', { score })}
                    compared={compared}
                  />
                ))}
              </ul>
            )}
            {run.proposalCount > run.proposals.length && (
              <p className={css.none}>{t('staff.matching.firstOf', { shown: run.proposals.length, count: run.proposalCount })}</p>
            )}
          </Card>
          {run.changes && <Changes changes={run.changes} />}
          <Fairness rows={run.fairness} />
        </div>
        <LeftOver run={run} />
      </div>
    </>
  )
}

type FigureProps = { term: string; value: number; text: string | null; tone?: 'ok' | 'warn' }

function Figure({ term, value, text, tone }: FigureProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd data-tone={tone}>{value}</dd>
      <dd>{text}</dd>
    </div>
  )
}

/** In smaller groups, single people could be recognised. */
const FEWEST = 5

/** Whether some groups are served worse than others, by one attribute at a time. */
function Fairness({ rows }: { rows: readonly FairnessRow[] }) {
  const t = useText()
  const language = useLanguage()
  const attributes = [...new Map(rows.map(({ attribute, attributeName }) => [attribute, attributeName]))]
  const [chosen, setChosen] = useState('')
  const attribute = attributes.some(([key]) => key === chosen) ? chosen : (attributes[0]?.[0] ?? '')
  const shown = rows.filter((row) => row.attribute === attribute)
  const isFew = ({ mentees }: FairnessRow) => mentees < FEWEST
  const nameOf = ({ value, valueName }: FairnessRow) => {
    if (value === '-') return t('staff.matching.unknown')
    return attribute === 'language' ? (new Intl.DisplayNames([language], { type: 'language' }).of(value) ?? value) : valueName
  }
  const named = (key: string, name: string) => (key === 'language' || key === 'programme' ? t(`staff.matching.by.${key}`) : name)
  const columns: Column<FairnessRow>[] = [
    { key: 'group', head: t('staff.matching.group'), isTitle: true, renderCell: (row) => <b>{nameOf(row)}</b> },
    {
      key: 'waiting',
      head: t('staff.matching.mentees'),
      isNumber: true,
      renderCell: (row) => (isFew(row) ? t('staff.matching.few') : row.mentees),
    },
    {
      key: 'matched',
      head: t('staff.matching.withProposal'),
      isNumber: true,
      renderCell: (row) => (isFew(row) ? t('staff.matching.hidden') : row.matched),
    },
    {
      key: 'share',
      head: t('staff.matching.share'),
      isNumber: true,
      renderCell: (row) => (isFew(row) ? t('staff.matching.hidden') : `${Math.round(row.matchRate)}%`),
    },
    {
      key: 'wait',
      head: t('staff.matching.meanWait'),
      isNumber: true,
      renderCell: (row) =>
        isFew(row) ? t('staff.matching.hidden') : t('staff.pair.days', { count: Math.round(row.meanWaitingDays) }),
    },
  ]
  if (rows.length === 0) return null
  return (
    <section className={css.fair}>
      <div className={css.head}>
        <h2>{t('staff.matching.fair')}</h2>
        <FilterSelect
          label={t('staff.matching.byWhat')}
          value={attribute}
          options={attributes.map(([key, name]) => [key, named(key, name)] as const)}
          onChange={setChosen}
        />
      </div>
      <p className={css.hint}>{t('staff.matching.fairText')}</p>
      <Table label={t('staff.matching.fair')} columns={columns} rows={shown} rowKey={({ value }) => value} />
    </section>
  )
}
