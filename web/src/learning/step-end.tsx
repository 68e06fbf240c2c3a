import type { SessionDetail, Step } from '@saathi/contract/learning/detail'
import { isOwnDone } from '@saathi/contract/learning/progress'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n/texts.tsx'
import { ButtonLink } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { useSessionContext } from './session-context.ts'
import { mayFinish } from './may-finish.ts'
import { openBefore, openStepsId } from './open-steps.ts'
import css from './step-end.module.css'
import { stepTitleOf } from './step-title.ts'

type StepEndProps = {
  session: SessionDetail
  step: Step
  unsaved: readonly number[]
  linkState: Record<string, unknown>
}

/** At the end of the last step: the open steps, or the links after completion. */
export function StepEnd({ session, step, unsaved, linkState }: StepEndProps) {
  const context = useSessionContext()
  if (context.isReadOnly || session.sessionSteps.at(-1)?.id !== step.id) return null
  if (isOwnDone(session) && !mayFinish(context, session, step)) return <Completed session={session} />
  const open = openBefore(session, step, unsaved)
  return open.length > 0 && <OpenSteps session={session} open={open} linkState={linkState} />
}

function OpenSteps({ session, open, linkState }: { session: SessionDetail; open: Step[]; linkState: Record<string, unknown> }) {
  const t = useText()
  const { toStep } = useSessionContext()
  return (
    <Note tone="warn" id={openStepsId} title={t('learning.step.open.title')}>
      <p>{t('learning.step.open.text', { count: open.length })}</p>
      <ul className={css.links}>
        {open.map((each) => (
          <li key={each.id}>
            <Link {...toStep(session.id, each.id)} state={linkState}>
              {stepTitleOf(each)}
            </Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}

function Completed({ session }: { session: SessionDetail }) {
  const t = useText()
  const { toFeedback, toHome, words } = useSessionContext()
  const isWaiting = session.sessionStatus === 'PARTIAL_COMPLETE'
  return (
    <Note tone="ok" title={t('learning.step.completed.title')}>
      <p>{t(isWaiting ? 'learning.step.completed.waiting' : 'learning.step.completed.text')}</p>
      <p className={css.ways}>
        {/* Unrated sessions have their rating link in the bar below. */}
        {session.feedback && (
          <ButtonLink kind="soft" size="sm" render={<Link {...toFeedback(session.id)} />}>
            {t('learning.step.rate')}
          </ButtonLink>
        )}
        <ButtonLink kind="quiet" size="sm" render={<Link {...toHome()} />}>
          {t(words.backHome)}
        </ButtonLink>
      </p>
    </Note>
  )
}
