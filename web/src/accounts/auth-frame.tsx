import { Link } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import logoDark from '#art/logo-dark.svg'
import logo from '#art/logo.svg'
import { useText } from '#core/i18n/texts.tsx'
import { usePageShown } from '#core/second-press.ts'
import { useTheme } from '#core/theme/theme.ts'
import { Beads, type Bead } from '#core/ui/beads.tsx'
import { IconButton } from '#core/ui/icon-button.tsx'
import { back } from '#core/ui/icons.ts'
import { OfflineNote } from '#core/ui/offline-note.tsx'
import { LanguageCodeSelect } from './language-code-select.tsx'
import css from './way-in-frame.module.css'

type WayInFrameProps = {
  documentTitle: string
  onBack: () => void
  /** The words of the beads, and the one that is now. */
  thread?: { words: readonly string[]; place: number } | undefined
  children: ReactNode
}

/** The page round every step on the way in: back arrow, mark, language, the thread, and one card. */
export function WayInFrame({ documentTitle, onBack, thread, children }: WayInFrameProps) {
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
        {thread && (
          <Beads
            className={css.thread}
            label={t('wayIn.step', { place: thread.place + 1, count: thread.words.length })}
            stateLabels={{ done: t('wayIn.stepDone'), now: t('wayIn.stepNow'), next: t('wayIn.stepNext') }}
            steps={thread.words.map((label, index) => ({ label, state: beadState(index, thread.place) }))}
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
  /** The one primary action and what must be read before it; on a phone it stays at the thumb. */
  action?: ReactNode
  after?: ReactNode
}

/** One step: a form with its heading, which takes the focus when a step follows another. */
export function StepCard({ title, lead, drawing, onSubmit, children, action, after }: StepCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageShown(title)
  useEffect(() => {
    const main = heading.current?.closest('main')
    // A field that has taken the focus itself keeps it.
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
