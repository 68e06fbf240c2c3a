import { localeOf } from '@saathi/contract/core/message'
import type { Step } from '@saathi/contract/learning/detail'
import type { MentorshipSession, Member, MentorshipProgress, OwnStepStatus } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText, type Translate, useLanguage } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Avatar } from '#core/ui/avatar.tsx'
import { Button } from '#core/ui/button.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { check } from '#core/ui/icons.ts'
import { Note } from '#core/ui/note.tsx'
import { titleOf } from '#learning/public.ts'
import { IntroAction, IntroSkeleton, IntroSteps, SessionSheet, useSessionContext } from '#learning/public.tsx'
import { mentorshipsQuery, progressQuery } from '../queries.ts'
import { SessionGate } from './gate.tsx'
import { shortName } from '../short-name.ts'
import css from './summary-who.module.css'

export function SummaryPage() {
  return <SessionGate pending={<IntroSkeleton />}>{(session) => <Summary session={session} />}</SessionGate>
}

function Summary({ session }: { session: MentorshipSession }) {
  const { notice } = useSessionContext()
  return (
    <SessionSheet session={session}>
      {notice}
      <SummarySteps session={session} />
      <IntroAction session={session} title={titleOf(session)} />
    </SessionSheet>
  )
}

/** The steps with the faces of people who are at or have completed each. Works without the faces too. */
function SummarySteps({ session }: { session: MentorshipSession }) {
  const { displayName, picture, status } = useProfile()
  // While the area is locked the server returns nothing about the others.
  const enabled = status.experiences.curriculum === 'use'
  const progress = useQuery({ ...progressQuery(session.mentorship, session.id), enabled })
  const mentorships = useQuery({ ...mentorshipsQuery, enabled })
  const partners = mentorships.data?.find(({ id }) => id === session.mentorship)?.partners ?? []
  const facesInput = { session, me: { name: displayName, picture }, partners, progress: progress.data }
  const failed = [progress, mentorships].find(({ data, error }) => error && !data)

  function handleRetry() {
    for (const query of [progress, mentorships]) if (query.error) void query.refetch()
  }

  return (
    <>
      {failed?.error && <FacesFailed error={failed.error} onRetry={handleRetry} />}
      <IntroSteps isOpen session={session} renderFaces={(step) => <SummaryWho {...facesAt(facesInput, step)} />} />
    </>
  )
}

function FacesFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText()
  const isOffline = useConnection() === 'offline'
  const retry = (
    <Button kind="line" size="sm" onClick={onRetry}>
      {t('action.retry')}
    </Button>
  )
  return (
    <Note tone="warn" live="status" title={t('mentorship.session.who.failed')} action={retry}>
      {t(isOffline ? 'mentorship.session.who.offline' : errorTextKey(error))}
    </Note>
  )
}

/** The people at a step or who have completed it: faces, and a sentence for screen readers. */
function SummaryWho({ faces, started, completed }: Faces) {
  const t = useText()
  const language = useLanguage()
  const others = started + completed
  if (faces.length + others === 0) return null
  return (
    <span className={css.who} role="img" aria-label={inWords({ faces, started, completed }, t, language)}>
      {faces.map(({ userId, name, picture, status }) => (
        <span key={userId} className={classNames(css.face, status === 'ONGOING' && css.here)}>
          <Avatar size="xs" name={name} picture={picture} />
          {status === 'COMPLETED' && (
            <span className={css.tick}>
              <Icon of={check} size={10} />
            </span>
          )}
        </span>
      ))}
      {others > 0 && <span className={css.others}>{t('mentorship.session.who.others', { count: others })}</span>}
    </span>
  )
}

function inWords({ faces, started, completed }: Faces, t: Translate, language: string): string {
  const list = new Intl.ListFormat(localeOf(language))
  const namesOf = (progress: 'ONGOING' | 'COMPLETED') => {
    const matching = faces.filter(({ status }) => status === progress)
    return list.format(matching.map(({ userId, name }) => (userId === 'me' ? t('mentorship.session.who.you') : name)))
  }
  const done = namesOf('COMPLETED')
  const here = namesOf('ONGOING')
  const sentences = [
    done !== '' && t('mentorship.session.who.completed', { names: done }),
    here !== '' && t('mentorship.session.who.here', { names: here }),
    completed > 0 && t('mentorship.session.who.othersCompleted', { count: completed }),
    started > 0 && t('mentorship.session.who.othersHere', { count: started }),
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

/** `ONGOING`: the person is currently at the step. */
type Face = {
  userId: number | 'me'
  name: string
  picture: string | null
  status: Exclude<OwnStepStatus, 'NOT_STARTED'>
}
/** `started` and `completed` count fellow mentees, of whom nothing else is known. */
type Faces = { faces: Face[]; started: number; completed: number }

type Me = { name: string; picture: string | null }
type FacesInput = { session: MentorshipSession; me: Me; partners: readonly Member[]; progress: MentorshipProgress | undefined }

function facesAt({ session, me, partners, progress }: FacesInput, step: Step): Faces {
  const others = progress?.otherSteps.find(({ sessionId, stepId }) => sessionId === session.id && stepId === step.id)
  const own = ownStatus(session, step)
  const seen = (progress?.partnerSteps ?? []).flatMap(({ userId, stepDetails }): Face[] => {
    const member = partners.find((partner) => partner.userId === userId)
    const status = stepDetails.find(({ sessionId, stepId }) => sessionId === session.id && stepId === step.id)?.status
    if (!member || status === undefined || status === 'NOT_STARTED') return []
    return [{ userId, name: shortName(member), picture: member.displayPicture, status }]
  })
  return {
    faces: own === 'NOT_STARTED' ? seen : [{ userId: 'me', ...me, status: own }, ...seen],
    started: others?.started ?? 0,
    completed: others?.completed ?? 0,
  }
}

/** Taken from the session itself, which is updated before the counts are refetched. */
function ownStatus({ sessionStatus, resumeStep }: MentorshipSession, { id, status }: Step): OwnStepStatus {
  if (status === 'COMPLETED') return 'COMPLETED'
  return sessionStatus === 'ONGOING' && resumeStep === id ? 'ONGOING' : 'NOT_STARTED'
}
