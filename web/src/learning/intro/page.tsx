import { cutGraphemes } from '@saathi/contract/core/cut'
import type { SessionDetail } from '@saathi/contract/learning/detail'
import { useLocation, useParams, useRouter } from '@tanstack/react-router'
import { type ReactNode, lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { useDataLight } from '#core/data-light.ts'
import { useText } from '#core/i18n/texts.tsx'
import { Chip } from '#core/ui/chip.tsx'
import { classNames } from '#core/ui/class-names.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { book, clock, type IconShape, question, close } from '#core/ui/icons.ts'
import own from '#core/ui/own-bar.module.css'
import { plainTextOf } from '#core/ui/rich-text/blocks.ts'
import { RichText } from '#core/ui/rich-text/rich-text.tsx'
import { AreaTitle } from '../page-states.tsx'
import { IntroAction } from './action.tsx'
import introCoverCss from './cover.module.css'
import introOverviewCss from './overview.module.css'
import css from './page.module.css'
import { IntroSkeleton } from './skeleton.tsx'
import { IntroSteps } from './steps.tsx'
import { readId, isFromWithin } from '../session/address.ts'
import { titleOf } from '../cards/session-card.tsx'
import { useSessionContext } from '../session/context.tsx'
import { SessionGate } from '../session/gate.tsx'

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

type IntroCoverProps = { session: SessionDetail; title: string; state: unknown }

function IntroCover({ session, title, state }: IntroCoverProps) {
  const t = useText()
  const router = useRouter()
  const isLight = useDataLight()
  const { isReadOnly, renderBookmark, toHome } = useSessionContext()

  function handleClose() {
    if (isFromWithin(state)) router.history.back()
    else void router.navigate(toHome())
  }

  return (
    <div className={introCoverCss.cover} style={{ backgroundColor: session.color }}>
      {session.banner && !isLight && (
        <img src={session.banner} alt="" width={400} height={240} decoding="async" fetchPriority="high" />
      )}
      <IconButton
        icon={close}
        iconSize={22}
        label={t('learning.intro.close')}
        className={introCoverCss.close}
        onClick={handleClose}
      />
      {!isReadOnly && renderBookmark({ session: session.id, title, isBookmarked: session.isBookmarked })}
    </div>
  )
}

const MAX_OVERVIEW_LETTERS = 160

// Loaded when somebody presses "Read more".
const AboutDialog = lazy(async () => ({ default: (await import('./about-dialog.tsx')).AboutDialog }))

function IntroOverview({ session, title }: { session: SessionDetail; title: string }) {
  const t = useText()
  const [isRequested, setRequested] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const overview = session.localeOverview || session.overview
  const words = plainTextOf(overview)
  const cut = cutGraphemes(words, MAX_OVERVIEW_LETTERS)
  if (words === '') return null
  if (cut === words) return <RichText text={overview} linkHint={t('learning.session.newTab')} />

  function handleMore() {
    setRequested(true)
    setOpen(true)
  }

  return (
    <p>
      {cut}{' '}
      <button
        type="button"
        className={introOverviewCss.more}
        aria-label={t('learning.intro.readMoreOf', { title })}
        onClick={handleMore}
      >
        {t('learning.intro.readMore')}
      </button>
      {isRequested && (
        <Suspense>
          <AboutDialog isOpen={isOpen} overview={overview} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </p>
  )
}
