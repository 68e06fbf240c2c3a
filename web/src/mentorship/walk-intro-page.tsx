import type { MentorshipSession } from '@saathi/contract/mentorship/entities'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#core/ui/button.tsx'
import { ActionBar, Intro, IntroSkeleton, useGoOnWord, useSessionContext } from '#learning/public.tsx'
import { titleOf } from '#learning/public.ts'
import { WalkGate } from './walk-gate.tsx'

export function WalkIntroPage() {
  return <WalkGate pending={<IntroSkeleton />}>{(walk) => <WalkIntro walk={walk} />}</WalkGate>
}

/** The steps, and who has come how far, stand on the page that follows. */
function WalkIntro({ walk }: { walk: MentorshipSession }) {
  const { notice, toOutside } = useSessionContext()
  const word = useGoOnWord(walk)
  return (
    <Intro session={walk}>
      {notice}
      <ActionBar session={walk} title={titleOf(walk)}>
        <ButtonLink kind="primary" size="lg" render={<Link {...toOutside(walk.id)} />}>
          {word}
        </ButtonLink>
      </ActionBar>
    </Intro>
  )
}
