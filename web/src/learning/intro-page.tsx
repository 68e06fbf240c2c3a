import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useLocation, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { Icon } from '#core/ui/icon.tsx'
import { book, clock, type IconShape, question } from '#core/ui/icons.ts'
import { AreaTitle } from './area-title.tsx'
import { IntroAction } from './intro-action.tsx'
import { IntroCover } from './intro-cover.tsx'
import { IntroOverview } from './intro-overview.tsx'
import css from './intro-page.module.css'
import { IntroSkeleton } from './intro-skeleton.tsx'
import { IntroSteps } from './intro-steps.tsx'
import own from '#core/ui/own-bar.module.css'
import { readId } from './session-address.ts'
import { titleOf } from './session-card.tsx'
import { SessionGate } from './session-gate.tsx'

const Params = z.object({ sessionId: z.string() })

export function IntroPage() {
  const params: unknown = useParams({ strict: false })
  const id = readId(z.safeParse(Params, params).data?.sessionId)
  return (
    <SessionGate id={id} pending={<IntroSkeleton />}>
      {(session) => (
        <Intro session={session}>
          <IntroSteps session={session} />
          <IntroAction session={session} title={titleOf(session)} />
        </Intro>
      )}
    </SessionGate>
  )
}

export function Intro({ session, children }: { session: SessionDetail; children: ReactNode }) {
  return (
    <SessionSheet session={session}>
      <IntroOverview session={session} title={titleOf(session)} />
      {children}
    </SessionSheet>
  )
}

/** Cover and title of a session, with the page's content below. */
export function SessionSheet({ session, children }: { session: SessionDetail; children: ReactNode }) {
  const title = titleOf(session)
  const state: unknown = useLocation({ select: (location) => location.state })
  return (
    <div className={classNames(css.page, own.page)}>
      <AreaTitle of={title} />
      <article className={css.box}>
        <IntroCover session={session} title={title} state={state} />
        <div className={css.sheet}>
          <header className={css.head}>
            {session.tags.length > 0 && (
              <div className={css.tags}>
                {session.tags.map((tag) => (
                  <Chip key={tag} tone="primary">
                    {tag}
                  </Chip>
                ))}
              </div>
            )}
            <h1>{title}</h1>
            <Facts session={session} />
          </header>
          {children}
        </div>
      </article>
    </div>
  )
}

function Facts({ session }: { session: SessionDetail }) {
  const t = useText()
  const quizzes = session.sessionSteps.flatMap(({ content }) => content.filter(({ quiz }) => quiz !== null)).length
  return (
    <p className={css.facts}>
      <Fact icon={clock}>{t('learning.minutes', { minutes: Math.ceil(session.sessionDuration) })}</Fact>
      {session.totalSteps > 0 && <Fact icon={book}>{t('learning.steps', { count: session.totalSteps })}</Fact>}
      {quizzes > 0 && <Fact icon={question}>{t('learning.intro.quizzes', { count: quizzes })}</Fact>}
    </p>
  )
}

function Fact({ icon, children }: { icon: IconShape; children: string }) {
  return (
    <span>
      <Icon of={icon} size={18} />
      {children}
    </span>
  )
}
