import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#core/ui/button.tsx'
import { ActionBar, Intro, IntroSkeleton, useContinueText, useSessionContext } from '#learning/public.tsx'
import { titleOf } from '#learning/public.ts'
import { SessionGate } from './session-gate.tsx'

export function SessionIntroPage() {
  return <SessionGate pending={<IntroSkeleton />}>{(session) => <SessionIntro session={session} />}</SessionGate>
}

/** The steps and everyone's progress are on the summary page. */
function SessionIntro({ session }: { session: MentorshipSession }) {
  const { notice, toOutside } = useSessionContext()
  const label = useContinueText(session)
  return (
    <Intro session={session}>
      {notice}
      <ActionBar session={session} title={titleOf(session)}>
        <ButtonLink kind="primary" size="lg" render={<Link {...toOutside(session.id)} />}>
          {label}
        </ButtonLink>
      </ActionBar>
    </Intro>
  )
}
