import type { Case } from '@saathi/contract/safety/case-entities'
import * as desk from '@saathi/contract/safety/desk-calls'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { dayAndTime } from '#core/i18n/india-time.ts'
import { useLanguage, useText } from '#core/i18n/texts.tsx'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { PageHead } from '../kit/page-head.tsx'
import { QueryStates } from '../kit/query-states.tsx'
import { RefusalNote } from '../kit/refusal-note.tsx'
import { Answers } from './answers.tsx'
import { BlankButton, BlankScreen } from './blank-screen.tsx'
import css from './case.module.css'
import { Chronology } from './chronology.tsx'
import { Clock } from './clock.tsx'
import { CloseButton, Closing, SignOff } from './closing.tsx'
import { EvidenceCard } from './evidence.tsx'
import { Law } from './law.tsx'
import { Notes } from './notes.tsx'
import { People } from './people.tsx'
import { caseQuery, useCaseAct } from './queries.ts'
import { titleOf, useProfileId } from './queue-row.tsx'
import { Steps } from './steps.tsx'
import { Tasks } from './tasks.tsx'

/** One case: what is known, what was reported, what the team does, and what is missing before it can end. */
export function SafetyCasePage() {
  const t = useText()
  const params: { caseId?: string } = useParams({ strict: false })
  const found = useQuery(caseQuery(Number(params.caseId) || 0))
  return (
    <BlankScreen>
      {(blank) => (
        <>
          <p className={css.back}>
            <Link to="/staff/safety">{t('staff.safety.back')}</Link>
          </p>
          <QueryStates query={found}>{(data) => <CaseView key={data.id} case={data} onBlank={blank} />}</QueryStates>
        </>
      )}
    </BlankScreen>
  )
}

function CaseView({ case: it, onBlank }: { case: Case; onBlank: () => void }) {
  const t = useText()
  const language = useLanguage()
  const { personId } = useProfileId()
  const isMine = it.takenBy?.personId === personId && it.state === 'open'
  const facts = [titleOf(it, t), it.programme, t('staff.safety.opened', { time: dayAndTime(it.openedAt, language) })]
  return (
    <>
      <PageHead
        title={t('staff.safety.case', { id: it.id })}
        text={facts.filter(Boolean).join(' · ')}
        actions={
          <>
            {it.state === 'open' && (
              <Clock openedAt={it.openedAt} dueAt={it.dueAt} isUrgent={it.isUrgent} isStopped={it.isAnswered} />
            )}
            <BlankButton onClick={onBlank} />
            {isMine && <CloseButton case={it} />}
          </>
        }
      />
      <div className={css.notices}>
        <Holder case={it} isMine={isMine} />
        {!it.isSealWhole && <Note tone="bad">{t('staff.safety.sealBroken')}</Note>}
        {it.state === 'to_sign_off' && <SignOff case={it} />}
      </div>
      {it.legal.isPossibleOffence && <Law case={it} isMine={isMine} />}
      <div className={css.columns}>
        <div>
          <Notes case={it} isMine={isMine} />
          <EvidenceCard case={it} isMine={isMine} />
          {it.reportsInIt.map((report) => (
            <Answers key={report.id} case={it} report={report} isMine={isMine} />
          ))}
          <Chronology case={it} />
        </div>
        <aside aria-label={t('staff.safety.caseAside')}>
          <People case={it} isMine={isMine} />
          <Steps case={it} isMine={isMine} />
          <Tasks case={it} isMine={isMine} />
          <Closing case={it} isMine={isMine} />
        </aside>
      </div>
    </>
  )
}

/** Shows who works on the case. Nobody else can, so two people never work on it without knowing of each other. */
function Holder({ case: { id, state, takenBy, takenAt }, isMine }: { case: Case; isMine: boolean }) {
  const t = useText()
  const language = useLanguage()
  const taking = useCaseAct(desk.takeCase)
  if (isMine || state !== 'open') return null
  if (takenBy !== null) {
    const values = { name: takenBy.name ?? t('staff.look.former'), time: takenAt === null ? '' : dayAndTime(takenAt, language) }
    return <Note tone="info">{t('staff.safety.heldBy', values)}</Note>
  }
  return (
    <>
      <Note
        tone="warn"
        action={
          <Button
            kind="primary"
            size="sm"
            busy={taking.isPending}
            busyLabel={t('staff.busy')}
            onClick={() => taking.mutate({ params: { id }, body: {} })}
          >
            {t('staff.safety.take')}
          </Button>
        }
      >
        {t('staff.safety.heldByNobody')}
      </Note>
      <RefusalNote error={taking.error} />
    </>
  )
}
