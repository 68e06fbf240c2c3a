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
import { WalkGate } from './walk-gate.tsx'

export function SummaryPage() {
  return <WalkGate pending={<IntroSkeleton />}>{(walk) => <Summary walk={walk} />}</WalkGate>
}

function Summary({ walk }: { walk: MentorshipSession }) {
  const { notice } = useSessionContext()
  return (
    <SessionSheet session={walk}>
      {notice}
      <SummarySteps walk={walk} />
      <IntroAction session={walk} title={titleOf(walk)} />
    </SessionSheet>
  )
}

/** The steps, with the faces of who stands at each or has completed it. They stand without the faces too. */
function SummarySteps({ walk }: { walk: MentorshipSession }) {
  const { displayName, picture, status } = useProfile()
  // While the area is held back the server tells nothing of the others.
  const enabled = status.experiences.curriculum === 'use'
  const progress = useQuery({ ...progressQuery(walk.mentorship, walk.id), enabled })
  const mentorships = useQuery({ ...mentorshipsQuery, enabled })
  const partners = mentorships.data?.find(({ id }) => id === walk.mentorship)?.partners ?? []
  const seen = { walk, me: { name: displayName, picture }, partners, progress: progress.data }
  const failed = [progress, mentorships].find(({ data, error }) => error && !data)

  function handleRetry() {
    for (const asked of [progress, mentorships]) if (asked.error) void asked.refetch()
  }

  return (
    <>
      {failed?.error && <FacesFailed error={failed.error} onRetry={handleRetry} />}
      <IntroSteps isOpen session={walk} renderFaces={(step) => <SummaryWho {...facesAt(seen, step)} />} />
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
