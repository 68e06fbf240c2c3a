import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { useQuery } from '@tanstack/react-query'
import { useConnection } from '#core/connection.ts'
import { errorTextKey } from '#core/error-text.ts'
import { useText } from '#core/i18n/texts.tsx'
import { useProfile } from '#core/profile.ts'
import { Button } from '#core/ui/button.tsx'
import { Note } from '#core/ui/note.tsx'
import { IntroAction, IntroSkeleton, IntroSteps, SessionSheet, useSessionContext } from '#learning/public.tsx'
import { titleOf } from '#learning/public.ts'
import { mentorshipsQuery, progressQuery } from './queries.ts'
import { facesAt } from './summary-faces.ts'
import { SummaryWho } from './summary-who.tsx'
import { SessionGate } from './session-gate.tsx'

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
