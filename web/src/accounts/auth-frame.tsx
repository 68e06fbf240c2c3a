import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import * as z from 'zod/mini'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { useTheme } from '#core/theme/theme.ts'
import { IconButton } from '#core/ui/icon-button.tsx'
import { Icon } from '#core/ui/icon.tsx'
import { back, language as languageIcon } from '#core/ui/icons.ts'
import { OfflineNote } from '#core/ui/offline-note.tsx'
import { Beads, type Bead } from '#core/ui/progress/beads.tsx'
import css from './auth-frame.module.css'
import languageCodeSelectCss from './language-code-select.module.css'
import { useLanguageChoice } from './use-language-choice.ts'

type AuthFrameProps = {
  documentTitle: string
  onBack: () => void
  /** Step labels, and the index of the current step. */
  progress?: { labels: readonly string[]; place: number } | undefined
  children: ReactNode
}

/** The page around each step of signing up or resetting: back button, logo, language, progress and one card. */
export function AuthFrame({ documentTitle, onBack, progress, children }: AuthFrameProps) {
  const t = useText()
  const { shown } = useTheme()
  return (
    <div className={css.page}>
      <title>{`${documentTitle} · ${t('app.name')}`}</title>
      <header className={css.bar}>
        <IconButton icon={back} iconSize={22} label={t('wayIn.back')} onClick={onBack} />
        <Link to="/signin" className={css.brand}>
          <img src={shown === 'dark' ? logoDark : logo} alt="" width={34} height={34} />
          <span>{t('app.name')}</span>
        </Link>
        <LanguageCodeSelect />
      </header>
      <main className={css.main} id="main" tabIndex={-1}>
        <OfflineNote title="" text={t('wayIn.offline')} />
        {progress && (
          <Beads
            className={css.thread}
            label={t('wayIn.step', { place: progress.place + 1, count: progress.labels.length })}
            stateLabels={{ done: t('wayIn.stepDone'), now: t('wayIn.stepNow'), next: t('wayIn.stepNext') }}
            steps={progress.labels.map((label, index) => ({ label, state: beadState(index, progress.place) }))}
          />
        )}
        {children}
      </main>
    </div>
  )
}

function beadState(index: number, place: number): Bead['state'] {
  if (index === place) return 'now'
  return index < place ? 'done' : 'next'
}

type StepCardProps = {
  title: string
  lead?: ReactNode
  drawing?: string | undefined
  onSubmit?: ((form: HTMLFormElement) => void) | undefined
  children?: ReactNode
  /** The primary action and the text to read before it; on a phone it stays within thumb reach. */
  action?: ReactNode
  after?: ReactNode
}

/** One step: a form whose heading takes the focus after a step change. */
export function StepCard({ title, lead, drawing, onSubmit, children, action, after }: StepCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageShown(title)
  useEffect(() => {
    const main = heading.current?.closest('main')
    // Leave the focus on a field that has taken it.
    if (!main?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])

  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit?.(event.currentTarget)
  }

  return (
    <form className={css.step} aria-label={title} onSubmit={handleSubmit} noValidate>
      <div className={css.card}>
        <div className={css.content}>
          <div>
            {drawing && <img className={css.drawing} src={drawing} alt="" width={148} height={111} />}
            <h1 className={css.title} ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead && <p className={css.lead}>{lead}</p>}
          </div>
          {children}
        </div>
        {action && <div className={css.action}>{action}</div>}
      </div>
      {after && <p className={css.after}>{after}</p>}
    </form>
  )
}

export function HaveAccount() {
  const t = useText()
  return (
    <>
      {t('wayIn.haveAccount')} <Link to="/signin">{t('wayIn.signIn')}</Link>
    </>
  )
}

/** Compact picker for a narrow bar: shows the code and opens the list of names. */
function LanguageCodeSelect() {
  const t = useText()
  const { languages, chosen, choose } = useLanguageChoice()
  return (
    <span className={languageCodeSelectCss.picker}>
      {languages.length > 0 && (
        <>
          <Icon of={languageIcon} />
          <span aria-hidden="true">{chosen.toUpperCase()}</span>
          <select aria-label={t('signIn.language')} value={chosen} onChange={(event) => choose(event.target.value)}>
            {languages.map(({ language, languageCode }) => (
              <option key={languageCode} value={languageCode} lang={languageCode}>
                {language}
              </option>
            ))}
          </select>
        </>
      )}
    </span>
  )
}

const SteppedState = z.object({ stepped: z.literal(true) })
const StepSearch = z.object({ step: z.string() })
const stepped: Record<string, unknown> = { stepped: true }

/** Keeps the steps of a screen in its URL, so that the browser's back button goes back a step. */
export function useSteps<Step extends string>(path: `/${string}`, steps: readonly [Step, ...Step[]], leavesTo: string) {
  const router = useRouter()
  const { search, state } = useLocation()
  const requested = z.safeParse(StepSearch, search).data?.step
  const step = steps.find((each) => each === requested) ?? steps[0]
  const place = steps.indexOf(step)

  function hrefOf(next: Step): string {
    return next === steps[0] ? path : `${path}?${new URLSearchParams({ step: next })}`
  }

  const goTo = (next: Step) =>
    router.navigate({ href: hrefOf(next), ...(steps.indexOf(next) === place + 1 && { state: stepped }) })

  function goBack() {
    // Go back only if the previous page is the previous step: on a page that was just opened, going back would leave Saathi.
    if (z.safeParse(SteppedState, state).success) return router.history.back()
    const before = steps[place - 1]
    void router.navigate({ href: before === undefined ? leavesTo : hrefOf(before), replace: before !== undefined })
  }

  return { step, place, goTo, goBack }
}
